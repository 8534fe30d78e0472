using System.Text.Json.Serialization;
using Lowtide.Capture.Families;

namespace Lowtide.Reports;

/// <summary>lowtide/record/1</summary>
/// <param name="Ended">Why: "duration", "stopped", "target-ended" or "target-replaced".</param>
internal sealed record RecordDocument(
    string File,
    double Seconds,
    int Samples,
    int Processes,
    int Snapshots,
    string Ended,
    IReadOnlyList<UnreadableEntry> CouldNotRead)
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; } = "lowtide/record/1";

    public static RecordDocument Of(string file, RecordingSummary summary) => new(
        file,
        Math.Round(summary.Seconds, 3),
        summary.Samples,
        summary.Processes,
        summary.Snapshots,
        summary.End switch
        {
            RecordingEnd.Duration => "duration",
            RecordingEnd.Stopped => "stopped",
            RecordingEnd.TargetEnded => "target-ended",
            _ => "target-replaced",
        },
        [.. summary.CouldNotRead.Select(item => new UnreadableEntry(item.What, item.Why, item.Mend))]);
}
