using Lowtide.Capture.Requests;
using Lowtide.Load;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Load;

public sealed class RequestLogTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Each_request_is_a_line_from_when_it_was_due()
    {
        var log = new RequestLog(DateTimeOffset.UnixEpoch.AddSeconds(1_700_000_000.25), new ArrivalSchedule(4, 3)); // every 250 ms
        log.Add(2, 1_500_000, 0);
        log.Add(0, 2_000_000_000, 503);
        log.Add(1, 12_345, 200);
        using var written = new StringWriter { NewLine = "\n" };
        log.Write(written);
        Assert.Equal(
            """
            start,seconds,status
            1700000000.250000,2.000000,503
            1700000000.500000,0.000012,200
            1700000000.750000,0.001500,

            """, written.ToString());
    }

    /// <summary>What explain reads beside the pauses of a recording.</summary>
    [Fact]
    public void It_is_an_access_log()
    {
        var began = DateTimeOffset.UnixEpoch.AddSeconds(1_700_000_000);
        var log = new RequestLog(began.AddSeconds(10), new ArrivalSchedule(1, 2));
        log.Add(0, 600_000_000, 200);
        log.Add(1, 800_000_000, 0);
        var file = _folder.File("requests.csv");
        using (var to = new StreamWriter(file))
            log.Write(to);
        var read = AccessLog.Read(file, began, seconds: 60);
        Assert.Equal((RequestSource.Logged, 2, false), (read.Source, read.Requests, read.WholeSeconds));
        Assert.Equal([(10, 0.6), (11, 0.8)], read.Longer.Select(request => (Math.Round(request.At, 6), request.Seconds)));
    }
}
