using System.ComponentModel.DataAnnotations;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Record;

/// <summary>What 'lowtide record TARGET --json' prints when it has ended; the recording itself is the file.</summary>
internal sealed record RecordDocument
{
    public const string Name = "lowtide/record/1";

    public required string Schema { get; init; }

    /// <summary>As it was named.</summary>
    public required string File { get; init; }

    public required double Seconds { get; init; }

    public required int Samples { get; init; }

    /// <summary>That were sampled, each respawned worker counted.</summary>
    public required int Processes { get; init; }

    [AtLeast(1)]
    public required int Snapshots { get; init; }

    /// <summary>Why.</summary>
    [AllowedValues("duration", "stopped", "target-ended")]
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
