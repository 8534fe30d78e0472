namespace Lowtide.Capture.Faults;

/// <summary>All call chains that were seen, each beginning kept once: a node is a function and who called it.</summary>
internal sealed class ChainTree(CodeFunctions functions)
{
    // The first nodes stand for chains that are no longer kept apart, by what is still told of them.
    private const int Collector = 1, Exit = 2, Cut = 4, Kept = 8;

    private const int Top = -1;

    /// <summary>About 50 MB. A server at work showed some thousands.</summary>
    private const int MostNodes = 1 << 19;

    private readonly List<Node> _nodes =
        [.. Enumerable.Range(0, Kept).Select(told => new Node(Top, Top, (told & Collector) != 0, (told & Exit) != 0, (told & Cut) != 0))];
    private readonly Dictionary<(int Caller, int Function), int> _children = [];

    private readonly record struct Node(int Caller, int Function, bool ByCollector, bool AtExit, bool IsCut);

    /// <param name="frames">Ids of functions, the innermost first.</param>
    public int Add(ReadOnlySpan<int> frames)
    {
        var node = Top;
        for (var at = frames.Length - 1; at >= 0; at--)
        {
            if (!_children.TryGetValue((node, frames[at]), out var child))
            {
                if (_nodes.Count == MostNodes)
                    return Apart(frames);
                child = _nodes.Count;
                var function = functions[frames[at]];
                var caller = node == Top ? default : _nodes[node];
                _nodes.Add(new Node(
                    node, function.Id, caller.ByCollector || function.IsCollector, caller.AtExit || function.IsExit,
                    caller.IsCut || function == functions.Cut));
                _children[(node, frames[at])] = child;
            }
            node = child;
        }
        return node;
    }

    private int Apart(ReadOnlySpan<int> frames)
    {
        var told = 0;
        foreach (var frame in frames)
            told |= (functions[frame].IsCollector ? Collector : 0) | (functions[frame].IsExit ? Exit : 0) | (functions[frame] == functions.Cut ? Cut : 0);
        return told;
    }

    /// <summary>The node for all chains of which the same is told.</summary>
    public int WithoutFrames(int node) => (IsByCollector(node) ? Collector : 0) | (IsAtExit(node) ? Exit : 0) | (IsCut(node) ? Cut : 0);

    public bool IsByCollector(int node) => _nodes[node].ByCollector;

    public bool IsAtExit(int node) => _nodes[node].AtExit;

    /// <summary>Its outermost functions are not known.</summary>
    public bool IsCut(int node) => _nodes[node].IsCut;

    /// <returns>The outermost first; none of a node without frames.</returns>
    public IReadOnlyList<CodeFunction> Frames(int node)
    {
        var frames = new List<CodeFunction>();
        for (; node >= Kept; node = _nodes[node].Caller)
            frames.Add(functions[_nodes[node].Function]);
        frames.Reverse();
        return frames;
    }
}
