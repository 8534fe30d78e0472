using Lowtide.Recordings;

namespace Lowtide.Analysis.Reloads;

/// <summary>The master became another program, or another process took its place.</summary>
/// <param name="Seconds">Of its first sample.</param>
/// <param name="Pid">Of the one from then on.</param>
/// <param name="ByExec">It is the same process, in another image: uWSGI reloads so.</param>
public sealed record MasterChange(double Seconds, int Pid, bool ByExec)
{
    /// <summary>In order of time. An exec that was not kept is none.</summary>
    public static IReadOnlyList<MasterChange> All(Recording recording)
    {
        var masters = recording.Samples.Where(sample => sample.Role == Role.Master).ToList();
        return [.. masters.Zip(masters.Skip(1)).Select(pair => Between(pair.First, pair.Second)).OfType<MasterChange>()];
    }

    private static MasterChange? Between(Sample before, Sample after) =>
        (before.Pid, before.StartTicks) != (after.Pid, after.StartTicks) ? new MasterChange(after.Seconds, after.Pid, ByExec: false)
        : before.StackStart is > 0 and var was && after.StackStart is > 0 and var now && was != now ? new MasterChange(after.Seconds, after.Pid, ByExec: true)
        : null;
}
