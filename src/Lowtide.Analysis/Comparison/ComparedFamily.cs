using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Comparison;

/// <summary>One side of a comparison.</summary>
/// <param name="Workers">Those seen within the first <see cref="LatestBegin"/> of the recording and still there at its end; of a lone process, itself.</param>
/// <param name="LeftOut">Others that came or went meanwhile: a young worker still shares what an old one has copied.</param>
/// <param name="Seconds">That the recording covers; 0 for an instant.</param>
public sealed record ComparedFamily(Recording Recording, IReadOnlyList<WorkerFigures> Workers, int LeftOut, double Seconds)
{
    /// <summary>Of the recording's time: a worker first seen later is young beside the others.</summary>
    private const double LatestBegin = 0.1;

    public FamilySnapshot Family => Recording.Latest;

    /// <summary>One process, which was forked from none of the family and forked none.</summary>
    public bool IsLone => Recording.IsOfOneProcess;

    public DateTimeOffset Began => Recording.SampledFrom ?? Family.At - TimeSpan.FromSeconds(Seconds);

    public DateTimeOffset Ended => Began + TimeSpan.FromSeconds(Seconds);

    public static ComparedFamily Of(Recording recorded)
    {
        var recording = RuntimeSettings.AttachTo(recorded);
        var family = recording.Latest;
        var samples = recording.Samples.ToLookup(sample => (sample.Pid, sample.StartTicks));
        var first = recording.Samples.Count == 0 ? 0 : recording.Samples[0].Seconds;
        var seconds = recording.Samples.Count == 0 ? 0 : recording.Samples[^1].Seconds - first;
        var throughout = family.Serving
            .Where(worker => samples[Key(worker)].FirstOrDefault() is not { } begun || begun.Seconds - first <= seconds * LatestBegin)
            .ToList();
        var seen = recording.Samples.Where(sample => sample.Role == Role.Worker).Select(sample => (sample.Pid, sample.StartTicks))
            .Union(family.Workers.Select(Key))
            .Count();
        return new ComparedFamily(
            recording,
            [.. throughout.Select(worker => WorkerFigures.Of(family, worker, [.. samples[Key(worker)]], recording.DotNet))],
            Math.Max(0, seen - throughout.Count),
            seconds);
    }

    private static (int, long) Key(Member worker) => (worker.Process.Pid, worker.Process.StartTicks);
}
