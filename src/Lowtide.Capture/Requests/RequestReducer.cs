using Lowtide.Recordings;

namespace Lowtide.Capture.Requests;

/// <summary>Keeps of requests, as they end, what tells which of them a pause held up. Bounded, however many there are.</summary>
internal sealed class RequestReducer(RequestSource source)
{
    /// <summary>Nobody calls a request slow that took less.</summary>
    private const double LeastLong = 0.05;

    private const double FirstStep = 0.01;

    private const int MostLong = 20_000, MostSteps = 1 << 16;

    private readonly List<(RequestTime Request, ulong Turn)> _long = [];
    private readonly List<int> _changes = [];
    private long _requests, _leftOut;
    private double _least = LeastLong, _step = FirstStep;

    public void Add(RequestTime request)
    {
        if (request.End < 0 || !double.IsFinite(request.Seconds) || request.Seconds < 0)
            return;
        _requests++;
        Change(request.At, 1);
        Change(request.End, -1);
        if (request.Seconds < _least)
            return;
        _long.Add((request, Turn(_requests)));
        if (_long.Count == 2 * MostLong)
            KeepLongest();
    }

    public RequestTimes Result()
    {
        if (_long.Count > MostLong)
            KeepLongest();
        return new RequestTimes(source, _requests, _least, [.. _long.Select(one => one.Request).OrderBy(request => request.At)], _step, [.. _changes])
        {
            LeftOut = _leftOut,
        };
    }

    private void KeepLongest()
    {
        _long.Sort((one, other) => (other.Request.Seconds, other.Turn).CompareTo((one.Request.Seconds, one.Turn)));
        var least = _long[MostLong - 1].Request.Seconds;
        if (least > _least)
            _leftOut = 0;
        _least = least;
        _leftOut += _long.Skip(MostLong).Count(one => one.Request.Seconds == least);
        _long.RemoveRange(MostLong, _long.Count - MostLong);
    }

    /// <summary>
    /// Which of many that took exactly as long are kept, such as those that a timeout ended: spread over the time evenly, however many come (multiples of
    /// the golden ratio: Knuth, The Art of Computer Programming, volume 3, section 6.4).
    /// </summary>
    private static ulong Turn(long number) => unchecked((ulong)number * 0x9E37_79B9_7F4A_7C15);

    private void Change(double at, int by)
    {
        while (at / _step >= MostSteps)
            Coarser();
        var step = (int)Math.Max(0, at / _step);
        while (_changes.Count <= step)
            _changes.Add(0);
        _changes[step] += by;
    }

    private void Coarser()
    {
        for (var step = 0; step < _changes.Count; step += 2)
            _changes[step / 2] = _changes[step] + (step + 1 < _changes.Count ? _changes[step + 1] : 0);
        _changes.RemoveRange((_changes.Count + 1) / 2, _changes.Count / 2);
        _step *= 2;
    }
}
