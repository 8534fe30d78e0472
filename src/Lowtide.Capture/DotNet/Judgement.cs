namespace Lowtide.Capture.DotNet;

/// <summary>Who of the objects in front of one collection survives it.</summary>
/// <param name="objects">In order of their addresses.</param>
internal sealed class Judgement(int number, int generation, FollowedObject[] objects)
{
    private readonly ulong[] _addresses = [.. objects.Select(followed => followed.Address)];
    private readonly bool[] _survived = new bool[objects.Length];
    private readonly Dictionary<int, int> _nextIndexes = [];

    public int Number => number;

    public int Generation => generation;

    public bool Told { get; private set; }

    /// <summary>Some of what survived was not told: the others may be alive.</summary>
    public bool HasGap { get; private set; }

    public IEnumerable<FollowedObject> All => objects;

    public IEnumerable<FollowedObject> Survivors => objects.Where((followed, index) => _survived[index] && followed.IsFollowed);

    public IEnumerable<FollowedObject> Dead => objects.Where((followed, index) => !_survived[index] && followed.IsFollowed);

    /// <summary>The runtime numbers its events of survivors anew on each walk; heaps of server collection are walked by threads of their own.</summary>
    public void Event(int thread, int index)
    {
        HasGap |= index != 0 && index != _nextIndexes.GetValueOrDefault(thread);
        _nextIndexes[thread] = index + 1;
        Told = true;
    }

    /// <summary>Everything in [start, start + length) lives, and stands where it stood plus <paramref name="moved"/>.</summary>
    public void Survived(ulong start, ulong length, ulong moved)
    {
        var index = Array.BinarySearch(_addresses, start);
        for (index = index < 0 ? ~index : index; index < _addresses.Length && _addresses[index] - start < length; index++)
        {
            _survived[index] = true;
            objects[index].Address = unchecked(_addresses[index] + moved);
        }
    }
}
