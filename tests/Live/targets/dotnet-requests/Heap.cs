namespace Held;

/// <summary>So many objects that a full collection takes a while.</summary>
internal sealed class Heap
{
    private readonly Node?[] _nodes = new Node?[4_000_000];

    public Heap()
    {
        for (var index = 0; index < _nodes.Length; index++)
            _nodes[index] = new Node { Next = _nodes[index / 2] };
        // Into generation 2, so that the pauses of younger ones are short.
        Collect();
        Collect();
    }

    public static void Collect() => GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);

    private sealed class Node
    {
        public Node? Next;
    }
}
