using System.Globalization;

namespace Lowtide.Load;

/// <summary>
/// Each request of a run by itself, as an access log has it: when it was due, and how long its client waited from then on. Numbers until the run is
/// over, as writing would disturb it. Not safe for threads, as <see cref="LoadTally"/> is not.
/// </summary>
/// <param name="began">The wall clock at the start of the run.</param>
internal sealed class RequestLog(DateTimeOffset began, ArrivalSchedule schedule)
{
    /// <summary>Some 240 MB.</summary>
    public const long Most = 10_000_000;

    private readonly List<(long Request, long Nanoseconds, int Status)> _ended = [];

    /// <param name="status">0 of one that was not answered.</param>
    public void Add(long request, long nanoseconds, int status) => _ended.Add((request, nanoseconds, status));

    /// <summary>CSV with Unix time and seconds, in order of when they were due; what was not answered has no status.</summary>
    public void Write(TextWriter to)
    {
        to.WriteLine("start,seconds,status");
        foreach (var (request, nanoseconds, status) in _ended.OrderBy(one => one.Request))
        {
            var due = (began - DateTimeOffset.UnixEpoch).TotalSeconds + (schedule.StartOf(request) / 1e9);
            to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{due:0.000000},{nanoseconds / 1e9:0.000000},{(status == 0 ? "" : status)}"));
        }
    }
}
