using Lowtide.Capture.Families;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Record;

/// <summary>lowtide/record/1</summary>
internal sealed record RecordDocument
{
    public const string Name = "lowtide/record/1";

    public required string Schema { get; init; }

    public required string File { get; init; }

    public required double Seconds { get; init; }

    public required int Samples { get; init; }

    public required int Processes { get; init; }

    public required int Snapshots { get; init; }

    /// <summary>Why: "duration", "stopped" or "target-ended".</summary>
    public required string Ended { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    public static RecordDocument Of(string file, RecordingSummary summary) => new()
    {
        Schema = Name,
        File = file,
        Seconds = Math.Round(summary.Seconds, 3),
        Samples = summary.Samples,
        Processes = summary.Processes,
        Snapshots = summary.Snapshots,
        Ended = summary.End switch
        {
            RecordingEnd.Duration => "duration",
            RecordingEnd.Stopped => "stopped",
            _ => "target-ended",
        },
        CouldNotRead = UnreadableEntry.All(summary.CouldNotRead),
    };
}
