using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Reloads;

/// <summary>
/// What a worker's memory did while its runtime took itself apart (in CPython, Py_FinalizeEx after the exit hooks), as far as it was
/// sampled.
/// </summary>
/// <param name="FromSeconds">Of the last sample before it.</param>
/// <param name="SeenSeconds">Of the first sample in it.</param>
/// <param name="ToSeconds">Of the worker's last sample.</param>
/// <param name="CopiedLowBytes">By how much its private memory rose; 0 where that was not read meanwhile.</param>
/// <param name="CopiedHighBytes">Pages that were touched for the first time up to its last sample: every copy is such a touch, and new
/// memory is too.</param>
/// <param name="CollectedBytes">How much of that had been touched when the last full collection was over; null where collections could
/// not be read.</param>
public sealed record Finalisation(
    double FromSeconds, double SeenSeconds, double ToSeconds, long CopiedLowBytes, long CopiedHighBytes, long? CollectedBytes)
{
    /// <summary>At most: from the last sample before it.</summary>
    public double Seconds => ToSeconds - FromSeconds;

    /// <summary>"5.0 s"; where nothing was sampled for long before it, with what is sure: "15.6 s (4.6 s of it seen)".</summary>
    public string Duration => SeenSeconds - FromSeconds > 1
        ? string.Create(CultureInfo.InvariantCulture, $"{Seconds:0.0} s ({ToSeconds - SeenSeconds:0.0} s of it seen)")
        : string.Create(CultureInfo.InvariantCulture, $"{Seconds:0.0} s");

    /// <summary>Null where none was seen, or what came before was not.</summary>
    public static Finalisation? Of(WorkerLife worker)
    {
        var samples = worker.Samples;
        var begin = samples.Index().FirstOrDefault(sample => sample.Item.Finalizing == true).Index;
        if (begin == 0 || samples[begin - 1] is not { MinorFaults: { } faultsBefore } before || samples[^1] is not { MinorFaults: { } faults } last)
            return null;
        var during = samples.Skip(begin).ToList();
        var rise = Math.Max(0, (during.Max(sample => sample.Memory.PrivateBytes) - LastRead(samples.Take(begin))) ?? 0);
        // One touch of a huge page makes more than a page private.
        return new Finalisation(before.Seconds, during[0].Seconds, last.Seconds, rise, Math.Max(rise, Touched(faults)), Collected());

        long Touched(long upTo) => (upTo - faultsBefore) * Page.Size;

        long? Collected()
        {
            if (during[0].Collections is null)
                return null;
            long full = before.Collections?[^1] ?? during[0].Collections![^1], collected = 0;
            foreach (var sample in during.Where(sample => sample.Collections?[^1] > full))
                (full, collected) = (sample.Collections![^1], Touched(sample.MinorFaults ?? faultsBefore));
            return collected;
        }
    }

    private static long? LastRead(IEnumerable<Sample> samples) => samples.LastOrDefault(sample => sample.Memory.PrivateBytes is not null)?.Memory.PrivateBytes;
}
