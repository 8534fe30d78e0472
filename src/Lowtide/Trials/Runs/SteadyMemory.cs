using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Trials.Runs;

/// <summary>
/// What a run's memory came to, as somebody who watches the server would see it: the mean over a stretch in which it neither rose nor fell. One look right
/// after the load sees one phase of a heap that breathes, as those of .NET and Ruby do.
/// </summary>
/// <remarks>
/// The stretch is the steady part of the load and what was watched behind it. The last third of the load says whether it was steady: it was not if the
/// middle of its first half lies outside all that its second half held, the other way round too, and both differ by more than <see cref="Same"/>. Then, and
/// where the third holds too few points, the stretch is what followed the load alone. The steady part begins where memory last came into the range of that
/// third, with a quarter more on both sides. Nobody can tell whether memory settled where that third has too few points, or fewer than three were read
/// behind the load: then what moved of the little that was read may move again.
/// </remarks>
/// <param name="FromSeconds">Since the server was ready, as <see cref="MemoryPoint.Seconds"/>.</param>
/// <param name="ToSeconds">The stretch's end.</param>
/// <param name="PssBytes">The mean of that stretch, by time.</param>
/// <param name="PrivateBytes">As <paramref name="PssBytes"/>; null where some point lacks it.</param>
/// <param name="DriftBytes">By how much PSS moved in the last third of the load (its second half's median less the first's), or behind it, where it did not
/// settle: so much again it may move in as long a time. Where that cannot be told, from the first to the last that was read there; 0 where it settled.</param>
/// <param name="IsSettled">False where memory still rose or fell in the last third of the load, or when the stretch ended; null where that cannot be
/// told: that third had fewer than six points, or fewer than three followed.</param>
internal sealed record SteadyMemory(
    double FromSeconds, double ToSeconds, long PssBytes, long? PrivateBytes, [Signed] long DriftBytes, bool? IsSettled)
{
    /// <summary>The margin of a trial's memory.</summary>
    private const double Same = 0.01;

    private const double Flat = 0.005;

    private const int LeastInHalf = 3, LeastFlat = 3;

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Reading(double Seconds, double Pss, double? Private);

    /// <param name="loadFrom">When the load began, in seconds since the server was ready.</param>
    /// <param name="loadTo">When it ended.</param>
    /// <returns>Null where nothing was read in such a stretch.</returns>
    public static SteadyMemory? Of(IReadOnlyList<MemoryPoint> points, double loadFrom, double loadTo)
    {
        var read = points.Where(point => point.PssBytes is not null && point.Seconds >= loadFrom)
            .Select(point => new Reading(point.Seconds, point.PssBytes!.Value, point.PrivateBytes)).ToList();
        var (load, after) = (read.Where(point => point.Seconds <= loadTo).ToList(), read.Where(point => point.Seconds > loadTo).ToList());
        var (steady, moved, settled) = Steady(load, loadTo - ((loadTo - loadFrom) / 3), loadTo);
        List<Reading> stretch = [.. settled == true ? steady : [], .. after];
        if (stretch.Count == 0)
            return null;
        var followed = Between(after);
        var (drift, isSettled) = after.Count switch
        {
            >= LeastFlat when !IsFlat(after) => (followed, false),
            >= LeastFlat => (moved, settled),
            _ => (Math.Abs(followed) > Math.Abs(moved) ? followed : moved, settled == false ? false : (bool?)null),
        };
        return new SteadyMemory(
            stretch[0].Seconds, stretch[^1].Seconds, (long)Mean(stretch, point => point.Pss),
            stretch.TrueForAll(point => point.Private is not null) ? (long)Mean(stretch, point => point.Private!.Value) : null,
            (long)drift,
            isSettled);
    }

    /// <summary>Whether memory no longer changes.</summary>
    /// <param name="since">Points from then on count, the last three of them.</param>
    public static bool IsFlat(IReadOnlyList<MemoryPoint> points, double since) => IsFlat(
        [.. points.Where(point => point.Seconds > since && point.PssBytes is not null)
            .Select(point => new Reading(point.Seconds, point.PssBytes!.Value, null))]);

    private static bool IsFlat(List<Reading> points)
    {
        if (points.Count < LeastFlat)
            return false;
        var last = points[^LeastFlat..];
        return last.Max(point => point.Pss) - last.Min(point => point.Pss) <= Flat * last[^1].Pss;
    }

    /// <returns>The steady part, none where memory moved, by how much it did, and whether it settled, null of too few points.</returns>
    private static (List<Reading> Part, double Moved, bool? Settled) Steady(List<Reading> load, double third, double end)
    {
        var middle = (third + end) / 2;
        var first = load.Where(point => point.Seconds >= third && point.Seconds < middle).Select(point => point.Pss).Order().ToList();
        var second = load.Where(point => point.Seconds >= middle).Select(point => point.Pss).Order().ToList();
        if (first.Count < LeastInHalf || second.Count < LeastInHalf)
            return ([], Between(load.FindAll(point => point.Seconds >= third)), null);
        if (Moves(first, second))
            return ([], Middle(second) - Middle(first), false);
        var (low, high) = (Math.Min(first[0], second[0]), Math.Max(first[^1], second[^1]));
        // Few readings of a heap that breathes seldom meet its ends.
        var more = Math.Max(Same * high, (high - low) / 4);
        (low, high) = (low - more, high + more);
        return (load[(load.FindLastIndex(point => point.Pss < low || point.Pss > high) + 1)..], 0, true);
    }

    /// <param name="first">In order, as <paramref name="second"/>.</param>
    private static bool Moves(List<double> first, List<double> second)
    {
        var (before, after) = (Middle(first), Middle(second));
        return Math.Abs(after - before) > Same * before && (after > before ? after > first[^1] && before < second[0] : after < first[0] && before > second[^1]);
    }

    private static double Between(List<Reading> points) => points.Count > 0 ? points[^1].Pss - points[0].Pss : 0;

    private static double Middle(List<double> inOrder) => inOrder[inOrder.Count / 2];

    /// <summary>Each value for half of the time to its neighbours.</summary>
    private static double Mean(List<Reading> points, Func<Reading, double> value)
    {
        var (sum, all) = (0.0, points[^1].Seconds - points[0].Seconds);
        if (all <= 0)
            return points.Average(value);
        for (var index = 1; index < points.Count; index++)
            sum += (value(points[index]) + value(points[index - 1])) / 2 * (points[index].Seconds - points[index - 1].Seconds);
        return sum / all;
    }
}
