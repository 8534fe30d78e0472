namespace Lowtide.Capture.DotNet;

/// <summary>Who of the objects in front of one collection survives it.</summary>
/// <param name="objects">In order of their addresses.</param>
/// <param name="at">When it began.</param>
internal sealed class Judgement(int number, int generation, FollowedObject[] objects, double at)
{
    /// <summary>Ranges that an event of survivors holds (dotnet/runtime: eventtrace_gcheap.cpp, on 64 bits): one that is full is told at once.</summary>
    internal const int MostStaying = ((63 << 10) - 0x100) / 16, MostMoved = ((63 << 10) - 0x100) / 24;

    /// <summary>Threads that tell, twice: of server collection one for each processor.</summary>
    private const int MostWalks = 10_000;

    private readonly ulong[] _addresses = [.. objects.Select(followed => followed.Address)];
    private readonly bool[] _survived = new bool[objects.Length];
    private readonly Dictionary<(int Thread, bool Moved), (int NextIndex, bool GoesOn)> _walks = [];
    private bool _isBroken;

    public int Number => number;

    public int Generation => generation;

    public double At => at;

    public bool Told { get; private set; }

    /// <summary>
    /// Some of what survived was not told: the others may be alive. A walk ends with an event that is not full, but for one in thousands that comes
    /// out even, which counts as a gap too.
    /// </summary>
    public bool HasGap => _isBroken || _walks.Values.Any(walk => walk.GoesOn);

    public IEnumerable<FollowedObject> All => objects;

    public IEnumerable<FollowedObject> Survivors => objects.Where((followed, index) => _survived[index] && followed.IsFollowed);

    public IEnumerable<FollowedObject> Dead => objects.Where((followed, index) => !_survived[index] && followed.IsFollowed);

    /// <summary>
    /// The runtime numbers its events of survivors anew on each walk, moved ones and others apart; heaps of server collection are walked by threads of
    /// their own.
    /// </summary>
    /// <param name="ranges">That it holds; null of a damaged one.</param>
    public void Event(int thread, bool moved, int index, int? ranges)
    {
        var (next, goesOn) = _walks.GetValueOrDefault((thread, moved));
        _isBroken |= ranges is null || (index == 0 ? goesOn : index != next);
        if (_walks.Count < MostWalks || _walks.ContainsKey((thread, moved)))
            _walks[(thread, moved)] = (index + 1, ranges >= (moved ? MostMoved : MostStaying));
        else
            _isBroken = true;
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
