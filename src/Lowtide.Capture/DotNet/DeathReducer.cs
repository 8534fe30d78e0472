using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// Follows sampled objects through collections. The runtime tells of each collection where its generations lie as it begins, then which ranges of
/// addresses survive, and where to they move (GCHeapSurvivalAndMovement); what was in front of the collection and in no range is dead. A background
/// collection tells at its end, and of what was in generation 2 as it began; blocking ones of younger generations may come in between.
/// </summary>
internal sealed class DeathReducer
{
    private const int Oldest = 2;

    /// <summary>Some tens of megabytes. Beyond it each object stands for twice as many, and half of them go, by chance.</summary>
    internal const int MostFollowed = 200_000;

    private const int MostRows = 20_000;

    /// <summary>Pieces of generations: 4 MB each of a heap of 4 TB.</summary>
    private const int MostRanges = 1_000_000;

    /// <summary>
    /// The runtime hands over what it holds some ten times a second, one thread's events after another's. What a thread lost is counted as its own are
    /// read, and a collection of the same lot may be dispatched after that: what runs as a loss is seen, or began less than so long after, is not judged.
    /// Chosen, and longer than a lot.
    /// </summary>
    internal const double LotSeconds = 1;

    private readonly Random _coin = new(1);
    private readonly List<FollowedObject>[] _objects = [[], [], []];

    /// <summary>Allocated, or survivors, since the last collection: where they stand is told as the next one begins.</summary>
    private readonly List<FollowedObject> _unplaced = [];

    private readonly List<(ulong Start, ulong End, int Generation)> _ranges = [];
    private readonly SampleSums _died = new(MostRows);
    private (int Number, int Generation, bool Background, double At)? _begun;
    private Judgement? _blocking, _background;
    private double _weight = 1, _reached;
    private double? _until;
    private double? _lossSeenAt;
    private int _eventsLost;
    private long _followed, _lostSight;
    private long _notJudged;
    private int? _last;

    /// <summary>Whether the trace tells of survivors at all.</summary>
    public bool Told { get; private set; }

    public void Allocated(string type, DotNetHeap heap, int? stack, ulong address, double bytes, double at)
    {
        Place();
        if (address == 0 || (_weight > 1 && _coin.NextDouble() * _weight >= 1))
            return;
        _followed++;
        _unplaced.Add(new FollowedObject(type, heap, stack, address, bytes * _weight, at));
        if (_unplaced.Count + _objects.Sum(generation => generation.Count) > MostFollowed)
            Thin();
    }

    /// <param name="eventsLost">Of any kind, since the trace began.</param>
    public void Began(int number, int generation, bool background, int eventsLost, double at)
    {
        CountLost(eventsLost, at);
        Place();
        _ranges.Clear();
        _begun = (number, generation, background, at);
    }

    /// <summary>A piece of a generation; 3 and 4 are large and pinned objects.</summary>
    public void Lies(ulong start, ulong length, int generation)
    {
        // Told once more at the end, where they no longer matter.
        if (_begun is not null && _ranges.Count < MostRanges)
            _ranges.Add((start, start + length, Math.Min(generation, Oldest)));
    }

    /// <summary>Whose survivors an event tells, by its thread, kind and index; null where the beginning of its collection was not seen.</summary>
    /// <param name="ranges">That it holds; null of a damaged one.</param>
    public Judgement? Telling(int thread, bool moved, int index, int? ranges)
    {
        Place();
        Told = true;
        var judgement = _blocking ?? _background;
        judgement?.Event(thread, moved, index, ranges);
        return judgement;
    }

    /// <param name="eventsLost">Of any kind, since the trace began.</param>
    public void Ended(int number, int eventsLost, double at)
    {
        CountLost(eventsLost, at);
        Place();
        if (_blocking?.Number == number)
        {
            Judge(_blocking, at);
            _blocking = null;
        }
        else if (_background?.Number == number)
        {
            Judge(_background, at);
            _background = null;
        }
    }

    public DotNetDeaths Result() => new(
        [.. _died.Rows.Select(sum => new DotNetDied(sum.Type, sum.Heap, sum.Samples, Whole(sum.Bytes), Math.Max(0, sum.AgeSeconds / sum.Samples), sum.Stack))
            .OrderByDescending(died => died.Bytes)],
        _until is { } until ? Math.Max(0, until) : null, _followed, Whole(_reached), (int)Math.Clamp(_notJudged, 0, int.MaxValue), _lostSight);

    /// <summary>Damaged events may tell more than there is: a recording holds no larger number.</summary>
    private static long Whole(double bytes) => (long)Math.Min(bytes, Recording.Largest);

    private void CountLost(int events, double at)
    {
        if (events != _eventsLost)
            (_eventsLost, _lossSeenAt) = (events, at);
    }

    /// <summary>Once all ranges of a collection that has begun are there: who is in front of it.</summary>
    private void Place()
    {
        if (_begun is not var (number, condemned, background, at))
            return;
        _begun = null;
        // A collection whose beginning or end was lost may have moved or freed anything.
        if (_last is { } last && (_blocking is not null || number != last + 1))
        {
            LoseSight(_objects.SelectMany(generation => generation).Concat(_unplaced), number - last - (_blocking is null ? 1 : 0));
            _blocking = null;
        }
        _last = number;
        _ranges.Sort();
        foreach (var followed in _unplaced.Where(followed => followed.IsFollowed))
        {
            followed.Generation = GenerationAt(followed.Address) ?? followed.Generation;
            if (followed.Generation == Oldest)
                _reached += followed.Bytes;
            _objects[followed.Generation].Add(followed);
        }
        _unplaced.Clear();
        var judged = background ? _objects[Oldest] : _objects.Take(condemned + 1).SelectMany(generation => generation);
        var judgement = new Judgement(number, condemned, [.. judged.OrderBy(followed => followed.Address)], at);
        if (background)
            _background = judgement;
        else
            _blocking = judgement;
    }

    private int? GenerationAt(ulong address)
    {
        var next = AddressOrder.FirstBehind<(ulong Start, ulong End, int Generation)>(
            CollectionsMarshal.AsSpan(_ranges), address, static (range, at) => range.Start > at);
        return next > 0 && address < _ranges[next - 1].End ? _ranges[next - 1].Generation : null;
    }

    private void Judge(Judgement judgement, double end)
    {
        if (judgement.HasGap || !judgement.Told || _lossSeenAt >= judgement.At - LotSeconds)
        {
            LoseSight(judgement.All, 1);
            return;
        }
        var gone = judgement == _background ? judgement.Dead.ToHashSet() : null;
        if (gone is not null)
            _objects[Oldest].RemoveAll(gone.Contains);
        else
        {
            foreach (var generation in _objects.Take(judgement.Generation + 1))
                generation.Clear();
            foreach (var survivor in judgement.Survivors)
            {
                if (survivor.Generation == Oldest)
                    _objects[Oldest].Add(survivor);
                else
                {
                    survivor.Generation++;
                    _unplaced.Add(survivor);
                }
            }
        }
        foreach (var dead in judgement.Dead.Where(dead => dead.Generation == Oldest))
            _died.Add(dead.Type, dead.Heap, dead.Stack, dead.Bytes, end - dead.At);
        if (judgement.Generation == Oldest)
            _until = end;
    }

    private void LoseSight(IEnumerable<FollowedObject> objects, int collections)
    {
        _notJudged += collections;
        foreach (var followed in objects.Where(followed => followed.IsFollowed))
        {
            followed.IsFollowed = false;
            _lostSight++;
        }
        foreach (var generation in _objects)
            generation.RemoveAll(followed => !followed.IsFollowed);
    }

    private void Thin()
    {
        _weight *= 2;
        foreach (var objects in _objects.Append(_unplaced))
        {
            foreach (var followed in objects)
                (followed.IsFollowed, followed.Bytes) = (_coin.Next(2) == 0, 2 * followed.Bytes);
            objects.RemoveAll(followed => !followed.IsFollowed);
        }
    }
}
