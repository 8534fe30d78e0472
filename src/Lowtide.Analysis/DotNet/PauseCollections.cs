using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>For which collections all threads stood still in a pause.</summary>
internal sealed class PauseCollections
{
    private readonly List<DotNetCollection> _collections;
    private readonly double[] _begins;

    /// <summary>Of each collection, the last background collection that began before it or is itself; null where there is none.</summary>
    private readonly DotNetCollection?[] _background;

    public PauseCollections(DotNetTrace trace)
    {
        _collections = [.. trace.Collections.OrderBy(collection => collection.At)];
        _begins = [.. _collections.Select(collection => collection.At)];
        _background = new DotNetCollection?[_collections.Count];
        for (var (index, last) = (0, (DotNetCollection?)null); index < _collections.Count; index++)
            _background[index] = last = _collections[index].Kind == CollectionKind.Background ? _collections[index] : last;
    }

    /// <summary>Those that began in it. The second stop of a background collection begins none, and is that one's.</summary>
    public IReadOnlyList<DotNetCollection> Of(DotNetPause pause)
    {
        var found = Array.BinarySearch(_begins, pause.At);
        var first = found < 0 ? ~found : found;
        var begun = _collections.Skip(first).TakeWhile(collection => collection.At <= pause.At + pause.Seconds).ToList();
        return begun.Count > 0 ? begun : first > 0 && _background[first - 1] is { } own ? [own] : [];
    }
}
