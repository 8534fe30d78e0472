using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings.Watching;

namespace Lowtide.Serve;

/// <summary>What the latest look into a family's pages found.</summary>
/// <param name="At">When its family was looked into.</param>
internal sealed record LatestDiagnosis(DateTimeOffset At, Diagnosis Diagnosis)
{
    /// <summary>Counted once: a scrape counts no pages.</summary>
    public IReadOnlyList<InheritedShare> Inherited { get; } = InheritedShare.All(Diagnosis.Family);

    public IReadOnlyList<RemedyInEffect> InEffect { get; } = RemediesInEffect.Of(Diagnosis.Family);

    public long InheritedBytes { get; } = Diagnosis.Family.Workers.Sum(worker => worker.Census?.Tally.InheritedBytes ?? 0);

    /// <inheritdoc cref="WatchedFamily.Image"/>
    public (int Pid, long StartTicks, ulong StackStart) Image { get; } =
        (Diagnosis.Family.Head.Process.Pid, Diagnosis.Family.Head.Process.StartTicks, Diagnosis.Family.Head.Process.StackStart);
}
