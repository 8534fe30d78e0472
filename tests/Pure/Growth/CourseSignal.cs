using Lowtide.Analysis.Growth;
using MathNet.Numerics;
using MathNet.Numerics.Statistics;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>
/// Whether a series can be told at all, by what the program itself knows. The signal is how far its own course, in means of whole days, lies
/// from the nearest course of another name: from a straight line, or, if it is one, from a cache that fills with a time constant of a third
/// of its life, or, if it keeps nothing, from a rise of 4% of the level. The noise is how far the same means of all else that it held, which
/// is what malloc and its runtime make of load and garbage, lie from their own mean. Where the heap gave account over time, the noise is
/// the lesser of RSS's and of what it said to be alive: who has both may rest on the better one, so that too early is excused less often.
/// </summary>
/// <remarks>
/// Laid down before any of these series was recorded. It knows nothing of what <see cref="JoinedGrowth"/> says.
/// </remarks>
internal static class CourseSignal
{
    private const double Day = 86400, LeastRise = 0.04;

    /// <returns>Signal by noise; 0 of fewer days than tell three points of a course.</returns>
    public static double Of(
        GrowthShape course, IReadOnlyList<ProgramLife> lives, IReadOnlyList<GrowthPoint> resident, IReadOnlyList<HeapPoint> heap) =>
        Math.Max(
            Of(course, lives, resident),
            Of(course, lives, [.. heap.Select(point => new GrowthPoint(point.Seconds, point.LiveBytes, point.Life))]));

    private static double Of(GrowthShape course, IReadOnlyList<ProgramLife> lives, IReadOnlyList<GrowthPoint> points)
    {
        var length = 0.0;
        List<(double Age, double Kept, double Else)> days = [];
        foreach (var life in points.GroupBy(point => point.Life))
        {
            var begin = lives[life.Key].BeginSeconds;
            var whole = (int)((life.Last().Seconds - begin) / Day);
            length = Math.Max(length, (life.Last().Seconds - begin) / Day);
            days.AddRange(life.Select(point => (Age: (point.Seconds - begin) / Day, point.Bytes))
                .Select(point => (point.Age, Kept: lives[life.Key].At(point.Age), point.Bytes))
                .GroupBy(point => (int)point.Age).Where(day => day.Key < whole)
                .Select(day => (day.Average(point => point.Age), day.Average(point => point.Kept), day.Average(point => point.Bytes - point.Kept))));
        }
        if (days.Count < 3 || days.Max(day => day.Age) < 2)
            return 0;
        double[] ages = [.. days.Select(day => day.Age)];
        double[] kept = [.. days.Select(day => course == GrowthShape.Settled ? LeastRise * (lives[0].Level * day.Age / length) : day.Kept)];
        double[] rival = course switch
        {
            GrowthShape.Settled => [.. Enumerable.Repeat(kept.Average(), kept.Length)],
            GrowthShape.Linear => [.. Nearest([.. ages.Select(age => 1 - Math.Exp(-3 * age / length))], kept)],
            _ => [.. Nearest(ages, kept)],
        };
        return Distance.Euclidean(kept, rival) / days.Select(day => day.Else).StandardDeviation();
    }

    private static IEnumerable<double> Nearest(double[] rising, double[] kept)
    {
        var (level, times) = Fit.Line(rising, kept);
        return rising.Select(at => level + (times * at));
    }
}
