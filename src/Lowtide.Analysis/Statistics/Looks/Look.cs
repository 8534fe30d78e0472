namespace Lowtide.Analysis.Statistics.Looks;

/// <summary>A moment at which a trial's numbers are read, and what may be claimed then.</summary>
/// <remarks>
/// A hypothesis brings its total alpha, over all looks; the look says at which level it is tested now. An interval at
/// that level is one of a sequence that holds the truth at every look at once with confidence 1 - total, a repeated
/// confidence interval: Jennison and Turnbull 1989, doi:10.1111/j.2517-6161.1989.tb01433.x. So a claim of
/// equivalence at a look is as safe as one at the end.
/// </remarks>
public sealed class Look
{
    private readonly LookSchedule? _schedule;
    private readonly int _index;

    private Look(LookSchedule? schedule, int index, bool mayClaim) =>
        (_schedule, _index, MayClaim) = (schedule, index, mayClaim);

    /// <summary>The one look of a trial that decides once: level and total are the same.</summary>
    public static Look Only { get; } = new(schedule: null, index: 0, mayClaim: true);

    /// <summary>
    /// A look that was not planned, as where a trial was given up. Intervals have the total level, describe and claim
    /// nothing.
    /// </summary>
    public static Look Unplanned { get; } = new(schedule: null, index: 0, mayClaim: false);

    /// <summary>Whether a verdict other than undecided may be given.</summary>
    public bool MayClaim { get; }

    /// <summary>The two-sided level at which a hypothesis of the total alpha <paramref name="total"/> is tested now.</summary>
    public double Level(double total) => _schedule?.Levels(total)[_index] ?? total;

    /// <summary>
    /// The smallest total alpha that claims from <paramref name="p"/> now; never below p. It puts the p-values of a
    /// look on the scale on which Holm's correction works: Liu and Anderson 2008, doi:10.1198/016214508000000986.
    /// </summary>
    /// <param name="p">The two-sided p of the data so far.</param>
    public double TotalFor(double p) => _schedule?.TotalFor(_index, p) ?? p;

    internal static Look Planned(LookSchedule schedule, int index) => new(schedule, index, mayClaim: true);
}
