using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings.Watching;

namespace Lowtide.Reports.Words;

/// <summary>Whom the kernel killed for memory, in the words that every screen, log and report uses for it.</summary>
internal static class KillWords
{
    /// <summary>How many were killed.</summary>
    public static int Count(IEnumerable<WatchedEvent> kills) => kills.Sum(kill => 1 + kill.Others);

    /// <summary>"worker 0"; of one whom nobody can name, as many as there were.</summary>
    public static string Who(WatchedEvent kill) => kill.Slot switch
    {
        null => Amount.Count(1 + kill.Others, "worker"),
        WatchedProcess.Master => "the master",
        var slot => $"worker {slot}",
    };

    /// <summary>For a log and a page of what happened.</summary>
    public static string Told(WatchedEvent kill) => kill.Slot is null
        ? $"{Who(kill)} killed by the kernel for memory; which {(kill.Others == 0 ? "one" : "ones")} of those that ended {NotNamed}; {CauseOf(kill)}"
        : Joined($"{Who(kill)} was killed by the kernel for memory (pid {kill.Pid})", Held(kill), Resident(kill),
            Grew(kill, "it ", from => $"in {Lasted(from, kill)}"), CauseOf(kill), Others(kill, "so were "));

    /// <summary>In a line of a screen.</summary>
    public static string Line(WatchedEvent kill) => kill.Slot is null ? Unnamed(kill)
        : Joined(Named(kill) + Size(kill), Grew(kill, "", from => $"in {Lasted(from, kill)}"), Others(kill, "and "));

    /// <summary>With all that is known of it.</summary>
    public static string Detail(WatchedEvent kill) => kill.Slot is null ? $"{Unnamed(kill)}; {CauseOf(kill)}"
        : Joined(Named(kill), Held(kill), Resident(kill), Grew(kill, "it ", Since(kill)), CauseOf(kill), Others(kill, "so were "));

    private static string Joined(params string?[] parts) => string.Join("; ", parts.Where(part => part is { Length: > 0 }));

    private static string Named(WatchedEvent kill) => $"{At(kill)} UTC: {Who(kill)} (pid {kill.Pid})";

    private static string Unnamed(WatchedEvent kill) => $"{At(kill)} UTC: {Who(kill)}; which {(kill.Others == 0 ? "one" : "ones")} {NotNamed}";

    private static string? Held(WatchedEvent kill) => kill is { Memory.PrivateBytes: { } held, ReadAt: { } read }
        ? $"it held {Amount.Bytes(held)} of its own {Amount.Time((kill.At - read).TotalSeconds)} before" : null;

    private static string? Resident(WatchedEvent kill) => kill.ResidentBytes is { } resident ? $"{Amount.Bytes(resident)} were resident at the end" : null;

    /// <summary>Those that it stands for, to follow a word; nothing where it stands for itself.</summary>
    public static string Others(WatchedEvent kill, string word) => kill is { Slot: not null, Others: > 0 } ? word + Amount.Count(kill.Others, "other") : "";

    /// <summary>When it was seen.</summary>
    public static string At(WatchedEvent kill) => kill.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>How its own memory went before.</summary>
    public static string Growth(WatchedEvent kill) => kill.Slot is null ? "-" : Grew(kill, "", Since(kill));

    /// <summary>The one by which most were killed.</summary>
    public static string Cause(IReadOnlyList<WatchedEvent> kills)
    {
        var (all, most) = (Count(kills), kills.GroupBy(kill => kill.Cause).MaxBy(Count)!);
        return Title(most.Key) + (Count(most) < all ? $" ({Count(most):N0} of {all:N0})" : "");
    }

    /// <summary>A newer Lowtide may have found what this one has no words for.</summary>
    public static string Title(string? cause) =>
        cause is null ? "none was known" : FindingRules.All.FirstOrDefault(rule => rule.Id == cause)?.Title ?? cause;

    private const string NotNamed = "only the kernel's log says, and that could not be read";

    private static string CauseOf(WatchedEvent kill) => $"cause by the look before: {Title(kill.Cause)}" + (kill.Cause is { } id ? $" ({id})" : "");

    private static string Size(WatchedEvent kill) => kill.ResidentBytes is { } resident ? $", {Amount.Bytes(resident)} (RSS)"
        : kill.Memory?.PrivateBytes is { } held ? $", {Amount.Bytes(held)} of its own" : "";

    private static string Grew(WatchedEvent kill, string it, Func<DateTimeOffset, string> when) => kill switch
    {
        { GrowingSince: { } since, GrewFromBytes: { } from } => $"{it}grew from {Amount.Bytes(from)} of its own {when(since)}",
        { GrewFromBytes: { } before } => $"{it}had held as much before, {Amount.Bytes(before)}",
        _ => "since when it grew is not known",
    };

    private static Func<DateTimeOffset, string> Since(WatchedEvent kill) => from => $"since {Moment(from, kill.At)}";

    private static string Lasted(DateTimeOffset from, WatchedEvent kill) => Amount.Time(Math.Round((kill.At - from).TotalSeconds));

    private static string Moment(DateTimeOffset at, DateTimeOffset end) =>
        at.UtcDateTime.ToString(at.UtcDateTime.Date == end.UtcDateTime.Date ? "HH:mm" : "MM-dd HH:mm", CultureInfo.InvariantCulture);
}
