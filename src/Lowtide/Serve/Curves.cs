using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;

namespace Lowtide.Serve;

/// <summary>Over how long the page draws memory.</summary>
/// <param name="Unit">Of its axis.</param>
internal sealed record CurveSpan(string Words, TimeSpan Over, string Unit, TimeSpan UnitLength)
{
    public static readonly IReadOnlyList<CurveSpan> All =
    [
        new("the last hour", TimeSpan.FromHours(1), "minutes", TimeSpan.FromMinutes(1)),
        new("the last day", TimeSpan.FromDays(1), "hours", TimeSpan.FromHours(1)),
        new("the last 15 days", TimeSpan.FromDays(15), "days", TimeSpan.FromDays(1)),
    ];

    /// <summary>That one point stands for: a screen shows no more of them.</summary>
    public TimeSpan Each => Over / 240;
}

/// <summary>A family's PSS.</summary>
/// <param name="Until">When it was read.</param>
internal sealed record PssCurve(DateTimeOffset Until, IReadOnlyList<(DateTimeOffset At, long PssBytes)> Points);

/// <summary>What the history has of each family over each span: read again once a point more may be there.</summary>
internal sealed class Curves(HistoryReader past, TimeProvider time)
{
    private const int MostKnown = 300;

    private readonly Dictionary<(string Label, CurveSpan Span), PssCurve> _known = [];
    private readonly Lock _gate = new();

    public PssCurve Of(string label, CurveSpan span)
    {
        lock (_gate)
        {
            var now = time.GetUtcNow();
            // A clock that was set back makes it old, too.
            if (_known.TryGetValue((label, span), out var known) && (now - known.Until).Duration() < span.Each)
                return known;
            if (_known.Count >= MostKnown)
                _known.Clear();
            return _known[(label, span)] = new PssCurve(now, Read(label, span, now));
        }
    }

    private IReadOnlyList<(DateTimeOffset At, long PssBytes)> Read(string label, CurveSpan span, DateTimeOffset now)
    {
        try
        {
            return past.Pss(label, now - span.Over, now, span.Each);
        }
        catch (RecordingException)
        {
            // The page says that the history cannot be written or read.
            return [];
        }
    }
}
