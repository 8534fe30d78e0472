using Lowtide.Capture.Requests;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Pure.Requests;

/// <summary>Logs as web servers write them.</summary>
public sealed class AccessLogTests : IDisposable
{
    private static readonly DateTimeOffset Began = new(2025, 8, 11, 10, 0, 0, TimeSpan.Zero);

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    // nginx, log_format '... $request_time': when it ended
    [InlineData("""10.0.0.1 - - [11/Aug/2025:12:00:05 +0200] "GET /a HTTP/1.1" 200 612 "-" "curl/8" 1.250""", 4.25, 1.25, true)]
    // Apache, "%h %l %u %t \"%r\" %>s %b %D": when it began
    [InlineData("""10.0.0.1 - - [11/Aug/2025:10:00:05 +0000] "GET /a HTTP/1.1" 200 612 1250000""", 5.5, 1.25, true)]
    // nginx, '$msec $remote_addr "$request" $status $request_time'
    [InlineData("""1754906405.125 10.0.0.1 "GET /a HTTP/1.1" 200 1.125""", 4, 1.125, false)]
    public void A_line_says_when_and_how_long(string line, double at, double seconds, bool whole)
    {
        var told = AccessLog.Read(Log(line, "not a request"), Began, 60);
        var request = Assert.Single(told.Longer);
        Assert.Equal(at, request.At, 6);
        Assert.Equal(seconds, request.Seconds, 6);
        Assert.Equal(whole, told.WholeSeconds);
    }

    [Theory]
    [InlineData("end,seconds", "2025-08-11T10:00:05.5Z,1.5")]
    [InlineData("path,seconds,start", "/a,1.5,1754906404")]
    public void Columns_are_found_by_their_names(string header, string row)
    {
        var told = AccessLog.Read(Log(header, row), Began, 60);
        Assert.Equal(4, Assert.Single(told.Longer).At, 6);
        Assert.False(told.WholeSeconds);
    }

    [Fact]
    public void What_lies_beside_the_trace_is_left_out()
    {
        var path = Log("end,seconds", "2025-08-11T09:59:59Z,1", "2025-08-11T10:00:01Z,3", "2025-08-11T10:02:00Z,1");
        Assert.Equal(1, AccessLog.Read(path, Began, 60).Requests);
        Assert.Contains("none of the 3 requests", Refused(path, Began.AddDays(1)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_log_without_times_is_refused()
    {
        Assert.Contains("has no line with when and how long", Refused(Log(
            """10.0.0.1 - - [11/Aug/2025:12:00:05 +0200] "GET /a HTTP/1.1" 200 612 "-" "curl/8" """.TrimEnd()), Began), StringComparison.Ordinal);
        Assert.Contains("is empty", Refused(Log(), Began), StringComparison.Ordinal);
    }

    /// <summary>A number at a line's end may be anything, and a date the first of all.</summary>
    [Theory]
    [InlineData("end,seconds", "2025-08-11T10:00:05Z,70000000000")]
    [InlineData("end,seconds", "0001-01-01T00:00:00Z,5")]
    [InlineData("end,seconds", "1e5,5")]
    [InlineData("start,seconds", "2025-08-11T10:00:05Z,NaN")]
    [InlineData("end,seconds", "2025-08-11T10:00:05Z,-Infinity")]
    [InlineData("end,seconds", "2025-08-11T10:00:05Z,Infinity")]
    [InlineData("end,seconds", "-Infinity,5")]
    [InlineData("end,seconds", "Infinity,5")]
    [InlineData("end,seconds", "NaN,5")]
    [InlineData("end,seconds", "1754906405,1e300")]
    [InlineData("end,seconds", "1e300,5")]
    [InlineData("end,seconds", "100000000000,5")]
    [InlineData("end,seconds", "1754906405,-5")]
    [InlineData("end,seconds", "1754906405,")]
    [InlineData("end,seconds", ",5")]
    [InlineData("end,seconds", ",")]
    [InlineData("1754906405.125 10.0.0.1 /a 70000000000", "1754906405.125 10.0.0.1 /a 1000000001")]
    [InlineData("[11/Aug/2025:10:00:05 +0000] /a 70000000000.0", "[01/Jan/0001:00:00:00 +0000] /a 5.0")]
    [InlineData("1754906405.125 10.0.0.1 /a -Infinity", "1754906405.125 10.0.0.1 /a 1e300")]
    [InlineData("1754906405.125 10.0.0.1 /a -5", "1754906405.125 10.0.0.1 /a ")]
    [InlineData("-Infinity 10.0.0.1 /a 5", "-1754906405.125 10.0.0.1 /a 5")]
    [InlineData("[11/Aug/2025:10:00:05 +0000] /a -Infinity", "[11/Aug/2025:10:00:05 +0000] /a 1e300")]
    [InlineData("[11/Aug/2025:10:00:05 +0000] /a -5.0", "[11/Aug/2025:10:00:05 +0000] /a ")]
    [InlineData("[11/Aug/2025:10:00:05 +0000] /a 100000000000", "[01/Jan/0001:00:00:00 +0000] /a 5000000")]
    [InlineData("[31/Dec/9999:23:59:59 -1200] /a 5.0", "[99/Aug/2025:10:00:05 +0000] /a 5.0")]
    public void Times_that_no_request_takes_are_none(string first, string second) =>
        Assert.Contains("has no line with when and how long", Refused(Log(first, second), Began), StringComparison.Ordinal);

    /// <summary>The last moment that a clock can say is no bug.</summary>
    [Theory]
    [InlineData("[31/Dec/9999:23:59:59 +0000] /a 1000000000.0")]
    [InlineData("[31/Dec/9999:23:59:59 +0000] /a 5000000")]
    [InlineData("99999999999.9 10.0.0.1 /a 1000000000")]
    [InlineData("end,seconds", "9999-12-31T23:59:59.9999999Z,1000000000")]
    [InlineData("start,seconds", "99999999999,1000000000")]
    public void Times_of_another_age_lie_beside_the_trace(params string[] lines) =>
        Assert.Contains("none of the 1 requests", Refused(Log(lines), Began), StringComparison.Ordinal);

    private static string Refused(string path, DateTimeOffset began) =>
        Assert.Throws<RecordingException>(() => AccessLog.Read(path, began, 60)).Message;

    private string Log(params string[] lines)
    {
        var path = _folder.File("access.log");
        File.WriteAllLines(path, lines);
        return path;
    }
}
