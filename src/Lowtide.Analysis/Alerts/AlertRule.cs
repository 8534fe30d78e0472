namespace Lowtide.Analysis.Alerts;

/// <summary>How soon somebody should look.</summary>
public enum AlertSeverity
{
    /// <summary>Worth knowing.</summary>
    Info,

    /// <summary>Within days.</summary>
    Ticket,

    /// <summary>Now.</summary>
    Page,
}

/// <summary>When to raise an alert, and when it is over: two thresholds, so that a figure on the edge does not raise it again and again.</summary>
/// <param name="Id">kebab-case; it stays.</param>
/// <param name="IsBelow">It is raised below <paramref name="Raise"/>, else above.</param>
/// <param name="Hold">For so long the figure stays there before it is raised.</param>
public sealed record AlertRule(string Id, AlertSeverity Severity, AlertFigure Figure, bool IsBelow, double Raise, double Clear, TimeSpan Hold)
{
    /// <summary>In three or four words.</summary>
    public required string Title { get; init; }

    /// <summary>What has happened, for who reads it at night.</summary>
    public required string Means { get; init; }

    /// <summary>What to do first.</summary>
    public required string ToDo { get; init; }

    /// <summary>Ids of findings that are its cause where the latest diagnosis has one of them.</summary>
    public IReadOnlyList<string> Causes { get; init; } = [];

    /// <summary>A figure that is not known for so long leaves an alert as it is: one of a diagnosis comes again after the next look page by page.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>For so long after a watch has begun its figure cannot say that it is over: the history does not bring it back.</summary>
    public TimeSpan UnsureAfterStart { get; init; }

    /// <summary>A look into pages raises it: another look would show no more of its cause.</summary>
    public bool IsOfLook { get; init; }

    /// <summary>It tells of an end: a family that is gone has it still.</summary>
    public bool OutlivesFamily { get; init; }

    /// <summary>Of a history, before it was raised, that shows what it rests on.</summary>
    public TimeSpan Stretch { get; init; } = TimeSpan.FromHours(1);

    /// <summary>What it rests on the runtime tells, to whoever listens.</summary>
    public bool IsHeard { get; init; }

    /// <summary>"page"; as Prometheus's label, and on every screen.</summary>
    public string SeverityWord => Severity.ToString().ToLowerInvariant();

    /// <summary>"below 5.0%".</summary>
    public string Bound => Bounded(IsBelow, Raise);

    /// <summary>"above 10.0%".</summary>
    public string ClearBound => Bounded(!IsBelow, Clear);

    /// <summary>Thresholds of counts lie between two of them, and nobody counts to one half.</summary>
    private string Bounded(bool isBelow, double value) => Figure.Unit != Unit.Count ? $"{(isBelow ? "below" : "above")} {Text(value)}"
        : isBelow ? $"at most {Math.Floor(value):0}" : $"at least {Math.Floor(value) + 1:0}";

    /// <summary>As people read a figure of it, or a threshold: counts are whole.</summary>
    public string Text(double value) => double.IsPositiveInfinity(value) ? "never" : Figure.Unit == Unit.Count ? $"{Math.Floor(value):0}"
        : Figure.Unit == Unit.Seconds ? Amount.Time(value) : Figure.Unit.Text(value);

    public bool IsRaised(double value) => IsBelow ? value < Raise : value > Raise;

    public bool IsCleared(double value) => IsBelow ? value > Clear : value < Clear;
}
