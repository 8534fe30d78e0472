using Lowtide.Capture.Families;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Record;

/// <summary>lowtide/record/1</summary>
/// <param name="Ended">Why: "duration", "stopped" or "target-ended".</param>
internal sealed record RecordDocument(
    string Schema,
    string File,
    double Seconds,
    int Samples,
    int Processes,
    int Snapshots,
    string Ended,
    IReadOnlyList<UnreadableEntry> CouldNotRead)
{
    public const string Name = "lowtide/record/1";

    public static RecordDocument Of(string file, RecordingSummary summary) => new(
        Name,
        file,
        Math.Round(summary.Seconds, 3),
        summary.Samples,
        summary.Processes,
        summary.Snapshots,
        summary.End switch
        {
            RecordingEnd.Duration => "duration",
            RecordingEnd.Stopped => "stopped",
            _ => "target-ended",
        },
        UnreadableEntry.All(summary.CouldNotRead));
}
