namespace Lowtide.Analysis.Growth;

/// <summary>What of a rise lies where.</summary>
/// <param name="Name">snake_case, for machines.</param>
/// <param name="Bytes">Never below 0: what fell made room for what rose.</param>
/// <param name="Where">In words to follow an amount.</param>
public sealed record GrowthPart(string Name, long Bytes, string Where)
{
    public const string InUse = "in_use_change_bytes", Free = "free_change_bytes", RubyLive = "ruby_live_change_bytes", RubyFree = "ruby_free_change_bytes",
        Managed = "managed_heap_change_bytes", LargeBlocks = "large_blocks_change_bytes", RuntimeCode = "runtime_code_change_bytes",
        Stacks = "stacks_change_bytes", Elsewhere = "elsewhere_change_bytes";

    /// <summary>
    /// As parts of one rise that sum to it. What is used and what is free of one heap change places, so that what fell in one comes off the other first. malloc
    /// counts what it gave out, touched or not: what exceeds the rise comes off that. What else fell comes off all that rose, in proportion.
    /// </summary>
    /// <param name="changes">As they were read; the last one is what is left of <paramref name="rise"/>, with any amount.</param>
    /// <param name="rise">Of what is resident, above 0.</param>
    public static IReadOnlyList<GrowthPart> Of(IReadOnlyList<GrowthPart> changes, long rise)
    {
        var names = changes.Select(change => change.Name).ToList();
        var bytes = changes.Select(change => change.Bytes).ToArray();
        bytes[^1] = rise - bytes[..^1].Sum();
        Offset(InUse, Free);
        Offset(RubyLive, RubyFree);
        var given = At(InUse);
        if (given >= 0 && bytes[given] > 0 && bytes[^1] < 0)
            Move(bytes.Length - 1, given);
        var (fell, rose) = (-bytes.Where(change => change < 0).Sum(), bytes.Where(change => change > 0).Sum());
        for (var part = 0; part < bytes.Length; part++)
        {
            var (own, off) = (bytes[part], bytes[part] <= 0 ? 0 : (long)(fell * (Int128)bytes[part] / rose));
            bytes[part] = Math.Max(0, own) - off;
        }
        // Divisions round down: of each a byte at most is over.
        var over = bytes.Sum() - rise;
        for (var part = 0; over > 0; part++)
            if (bytes[part] > 0)
                (bytes[part], over) = (bytes[part] - 1, over - 1);
        return [.. changes.Zip(bytes, (change, own) => change with { Bytes = own })];

        int At(string name) => names.IndexOf(name);

        void Offset(string one, string other)
        {
            if (At(one) is >= 0 and var first && At(other) is >= 0 and var second && Math.Sign(bytes[first]) * Math.Sign(bytes[second]) < 0)
                Move(bytes[first] < 0 ? first : second, bytes[first] < 0 ? second : first);
        }

        void Move(int below, int above)
        {
            var moved = Math.Min(-bytes[below], bytes[above]);
            bytes[below] += moved;
            bytes[above] -= moved;
        }
    }
}
