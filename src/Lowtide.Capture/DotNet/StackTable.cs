using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>Call stacks, each kept once as addresses and named at the end, when the runtime has told where its methods are.</summary>
internal sealed class StackTable(MethodNames names)
{
    /// <summary>Innermost frames of each: who asked is near; what is left out is how the thread came there.</summary>
    private const int MostFrames = 48;

    /// <summary>A program that recurses makes ever new ones.</summary>
    internal const int MostStacks = 20_000;

    /// <summary>Of them, kept free of allocations: these are many, and a collection's caller is what is asked for first.</summary>
    internal const int ForTriggers = 2_000;

    private readonly List<ulong[]> _stacks = [];
    private readonly Dictionary<ulong[], int> _known = new(new ByContent());

    /// <summary>Events whose stack came beyond the bound.</summary>
    public long LeftOut { get; private set; }

    /// <param name="stack">Of what triggered a collection, the innermost frame first.</param>
    /// <returns>Null beyond the bound. An empty stack is one too: none of the program's code asked.</returns>
    public int? OfTrigger(ReadOnlySpan<ulong> stack) => Add(stack, MostStacks);

    /// <param name="stack">Of a sampled allocation, likewise.</param>
    /// <returns>Null for an event without a stack, and beyond the bound.</returns>
    public int? OfAllocation(ReadOnlySpan<ulong> stack) => stack.IsEmpty ? null : Add(stack, MostStacks - ForTriggers);

    private int? Add(ReadOnlySpan<ulong> stack, int most)
    {
        stack = stack[..Math.Min(stack.Length, MostFrames)];
        var lookup = _known.GetAlternateLookup<ReadOnlySpan<ulong>>();
        if (lookup.TryGetValue(stack, out var index))
            return index;
        if (_stacks.Count >= most)
        {
            LeftOut++;
            return null;
        }
        _stacks.Add(stack.ToArray());
        return _known[_stacks[^1]] = _stacks.Count - 1;
    }

    public IReadOnlyList<DotNetStack> Named()
    {
        // Stacks share most of their frames, and a name is searched for and made readable.
        var named = new Dictionary<ulong, string>();
        return [.. _stacks.Select(stack => new DotNetStack([.. stack.Reverse().Select(NameOf)]))];

        string NameOf(ulong address)
        {
            if (!named.TryGetValue(address, out var name))
                named[address] = name = names.At(address) ?? string.Create(CultureInfo.InvariantCulture, $"0x{address:x}");
            return name;
        }
    }

    private sealed class ByContent : IEqualityComparer<ulong[]>, IAlternateEqualityComparer<ReadOnlySpan<ulong>, ulong[]>
    {
        public bool Equals(ulong[]? x, ulong[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode([DisallowNull] ulong[] obj) => GetHashCode(obj.AsSpan());

        public bool Equals(ReadOnlySpan<ulong> alternate, ulong[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(ReadOnlySpan<ulong> alternate)
        {
            var hash = new HashCode();
            foreach (var address in alternate)
                hash.Add(address);
            return hash.ToHashCode();
        }

        public ulong[] Create(ReadOnlySpan<ulong> alternate) => alternate.ToArray();
    }
}
