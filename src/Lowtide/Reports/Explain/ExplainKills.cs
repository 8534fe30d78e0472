using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Explain;

/// <summary>Processes that the kernel killed for memory.</summary>
/// <param name="Count">Of all of them.</param>
/// <param name="Newest">Newest first, a hundred at most.</param>
internal sealed record ExplainKills(int Count, IReadOnlyList<ExplainKill> Newest)
{
    private const int Most = 100;

    public static ExplainKills? Of(Diagnosis diagnosis) =>
        diagnosis.Kills is not { } kills ? null : new ExplainKills(KillWords.Count(kills), [.. kills.Take(Most).Select(ExplainKill.Of)]);
}

/// <param name="At">When it was missed.</param>
/// <param name="Slot">"master", or a worker's place; null where only a counter says that so many of those that ended were killed.</param>
/// <param name="Pid">Null likewise.</param>
/// <param name="Others">So many more that this one stands for.</param>
/// <param name="PrivateBytes">What it held of its own when that was last read; null where it never was.</param>
/// <param name="ReadAt">When that was.</param>
/// <param name="ResidentBytes">What was resident at the end, by the kernel's log; null where that was not read.</param>
/// <param name="GrowingSince">From when on its own memory rose up to the end; null where it did not, or that cannot be told.</param>
/// <param name="GrewFromBytes">What it held then; where it did not rise, the most that it had held before; null where neither can be told.</param>
/// <param name="Cause">The finding that explained the family's memory at the look before; null where none did, or nobody had looked.</param>
internal sealed record ExplainKill(
    DateTimeOffset At,
    [RegularExpression("^(master|[0-9]+)$")] string? Slot,
    [AtLeast(1)] int? Pid,
    int Others,
    long? PrivateBytes,
    DateTimeOffset? ReadAt,
    long? ResidentBytes,
    DateTimeOffset? GrowingSince,
    long? GrewFromBytes,
    [Id] string? Cause)
{
    public static ExplainKill Of(WatchedEvent kill) => new(
        kill.At, kill.Slot, kill.Slot is null ? null : kill.Pid, kill.Others, kill.Memory?.PrivateBytes, kill.ReadAt, kill.ResidentBytes, kill.GrowingSince,
        kill.GrewFromBytes, kill.Cause);
}
