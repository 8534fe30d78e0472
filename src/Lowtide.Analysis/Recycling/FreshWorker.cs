namespace Lowtide.Analysis.Recycling;

/// <summary>
/// What a worker that is started now will hold, learned of those before it: at each age the median of those that were seen at that age. So what comes back by
/// itself after a start, such as copies of shared pages, counts, and not only what it holds a second after the fork.
/// </summary>
public sealed class FreshWorker
{
    private const int Steps = 120;

    /// <summary>That ended, of which an hour's rest does not matter: what is known of them is all there is.</summary>
    private const int EnoughEnded = 3;

    private readonly double _step, _slope;
    private readonly double[] _medians;

    private FreshWorker(double step, double[] medians, int learnedFrom)
    {
        (_step, _medians, LearnedFrom) = (step, medians, learnedFrom);
        // Of the second half: a start's own rise is in the first.
        var half = medians.Length / 2;
        _slope = medians.Length < 3 ? 0 : Math.Max(0, (medians[^1] - medians[half]) / ((medians.Length - 1 - half) * step));
    }

    /// <summary>How many workers were seen.</summary>
    public int LearnedFrom { get; }

    /// <summary>Up to which age something was seen, in seconds.</summary>
    public double KnownSeconds => (_medians.Length - 1) * _step;

    /// <summary>Bytes a second, at the end of what is known.</summary>
    public double Slope => _slope;

    /// <param name="needed">Seconds that have to be known of one, or of several that ended before.</param>
    /// <returns>Null where too little is known.</returns>
    public static FreshWorker? Of(IReadOnlyList<WorkerCourse> courses, double needed)
    {
        var seen = courses.Where(course => course.Readings.Count > 1).ToList();
        if (seen.Count == 0 || (seen.Max(course => course.Seconds) < needed && seen.Count(course => course.HasEnded) < EnoughEnded))
            return null;
        // To where half of them were seen: who lived longest alone may be another sort.
        var lives = seen.Select(course => course.Seconds).Order().ToList();
        var known = Math.Max(lives[lives.Count / 2], Math.Min(lives[^1], needed));
        var step = known / Steps;
        return new FreshWorker(step, [.. Enumerable.Range(0, Steps + 1).Select(number => Median(seen, number * step))], seen.Count);
    }

    private static double Median(List<WorkerCourse> courses, double age)
    {
        // A last step may miss the last reading by a rounding error.
        var there = courses.Select(course => course.At(Math.Min(age, Math.Max(course.Seconds, age - 1e-6)))).OfType<double>().Order().ToList();
        return there.Count % 2 == 1 ? there[there.Count / 2] : (there[(there.Count / 2) - 1] + there[there.Count / 2]) / 2;
    }

    /// <summary>Beyond what is known it goes on as it did last, and never falls.</summary>
    public double At(double age)
    {
        if (age >= KnownSeconds)
            return _medians[^1] + ((age - KnownSeconds) * _slope);
        var at = Math.Max(0, age / _step);
        var from = (int)at;
        return _medians[from] + ((_medians[from + 1] - _medians[from]) * (at - from));
    }

    /// <summary>Over its first so many seconds.</summary>
    public double MeanOver(double seconds)
    {
        const int Parts = 200;
        return Enumerable.Range(0, Parts).Average(part => At(seconds * (part + 0.5) / Parts));
    }

    /// <summary>When it holds so much; null where it never does, as far as can be told.</summary>
    public double? SecondsTo(double bytes)
    {
        for (var number = 0; number < _medians.Length; number++)
            if (_medians[number] >= bytes)
                return number * _step;
        return _slope > 0 ? KnownSeconds + ((bytes - _medians[^1]) / _slope) : null;
    }
}
