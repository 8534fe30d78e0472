using System.Runtime.InteropServices;

namespace Lowtide.Analysis.Alerts;

/// <summary>Values of the last while, made small: what came in one stretch of time is one bucket.</summary>
/// <param name="each">The length of a stretch.</param>
/// <param name="count">So many stretches are kept, the newest among them.</param>
internal sealed class TimeBuckets(TimeSpan each, int count)
{
    private readonly Queue<Bucket> _whole = new();
    private Bucket? _last;

    public TimeSpan Each => each;

    public Bucket? Newest => _last;

    /// <summary>Oldest first; stretches without a value are left out.</summary>
    public IEnumerable<Bucket> All => _last is { } last ? _whole.Append(last) : _whole;

    /// <summary>Of all values that are kept.</summary>
    public double Sum => All.Sum(bucket => (double)bucket.Sum);

    /// <param name="at">Not before the one added last.</param>
    public void Add(TimeSpan at, double value)
    {
        var number = (int)(at.Ticks / each.Ticks);
        if (_last is { } last && last.Number == number)
        {
            _last = last.With((float)value);
            return;
        }
        if (_last is { } whole)
            _whole.Enqueue(whole);
        _last = new Bucket(number, 1, (float)value, (float)value, (float)value);
        while (_whole.TryPeek(out var oldest) && oldest.Number <= number - count)
            _whole.Dequeue();
    }

    /// <summary>Values of one stretch. There are a thousand of each family: seven digits are enough.</summary>
    /// <param name="Number">Of the stretch: those of neighbours differ by one.</param>
    [StructLayout(LayoutKind.Auto)]
    internal readonly record struct Bucket(int Number, int Values, float Sum, float Least, float Most)
    {
        public double Mean => Sum / (double)Values;

        public Bucket With(float value) => new(Number, Values + 1, Sum + value, Math.Min(Least, value), Math.Max(Most, value));
    }
}
