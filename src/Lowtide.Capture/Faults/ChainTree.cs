namespace Lowtide.Capture.Faults;

/// <summary>All call chains that were seen, each beginning kept once: a node is a function and who called it.</summary>
internal sealed class ChainTree(CodeFunctions functions)
{
    /// <summary>The one that chains end in once there are too many to be kept apart.</summary>
    public const int Others = 0;

    private const int Top = -1;

    /// <summary>About 50 MB. A server at work showed some thousands.</summary>
    private const int MostNodes = 1 << 19;

    private readonly List<Node> _nodes = [new Node(Top, functions.Unknown.Id, false, false, IsCut: true)];
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
                    return Others;
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
        return node == Top ? Others : node;
    }

    public bool IsByCollector(int node) => _nodes[node].ByCollector;

    public bool IsAtExit(int node) => _nodes[node].AtExit;

    /// <summary>Its outermost functions are not known.</summary>
    public bool IsCut(int node) => _nodes[node].IsCut;

    /// <returns>The outermost first; none of <see cref="Others"/>.</returns>
    public IReadOnlyList<CodeFunction> Frames(int node)
    {
        var frames = new List<CodeFunction>();
        for (; node > Others; node = _nodes[node].Caller)
            frames.Add(functions[_nodes[node].Function]);
        frames.Reverse();
        return frames;
    }
}
