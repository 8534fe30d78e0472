using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>For which collections all threads stood still in a pause.</summary>
internal sealed class PauseCollections
{
    private readonly List<DotNetCollection> _collections;
    private readonly double[] _begins;

    public PauseCollections(DotNetTrace trace)
    {
        _collections = [.. trace.Collections.OrderBy(collection => collection.At)];
        _begins = [.. _collections.Select(collection => collection.At)];
    }

    /// <summary>Those that began in it. The second stop of a background collection begins none, and is that one's.</summary>
    public IReadOnlyList<DotNetCollection> Of(DotNetPause pause)
    {
        var found = Array.BinarySearch(_begins, pause.At);
        var first = found < 0 ? ~found : found;
        var begun = _collections.Skip(first).TakeWhile(collection => collection.At <= pause.At + pause.Seconds).ToList();
        return begun.Count > 0 ? begun
            : first > 0 && _collections.FindLastIndex(first - 1, collection => collection.Kind == CollectionKind.Background) is >= 0 and var own
                ? [_collections[own]] : [];
    }
}
