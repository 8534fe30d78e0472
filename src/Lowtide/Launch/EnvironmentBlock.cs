using System.Text;

namespace Lowtide.Launch;

/// <summary>An environment as execve(2) takes it: entries in order, each of any bytes, as a rule NAME=VALUE.</summary>
internal sealed class EnvironmentBlock(IReadOnlyList<byte[]> entries)
{
    public IReadOnlyList<byte[]> Entries { get; } = entries;

    public static EnvironmentBlock Of(params string[] entries) => new([.. entries.Select(Encoding.UTF8.GetBytes)]);

    /// <summary>The value of the first entry of that name, as getenv(3) finds it; null where there is none.</summary>
    public byte[]? Get(string name)
    {
        var prefix = Prefix(name);
        return Entries.FirstOrDefault(entry => entry.AsSpan().StartsWith(prefix))?[prefix.Length..];
    }

    /// <summary>A copy in which the name stands once: where it stood first, or at the end.</summary>
    public EnvironmentBlock With(string name, ReadOnlySpan<byte> value)
    {
        var prefix = Prefix(name);
        byte[] added = [.. prefix, .. value];
        var changed = new List<byte[]>();
        var placed = false;
        foreach (var entry in Entries)
        {
            var same = entry.AsSpan().StartsWith(prefix);
            if (!same || !placed)
                changed.Add(same ? added : entry);
            placed |= same;
        }
        if (!placed)
            changed.Add(added);
        return new(changed);
    }

    public EnvironmentBlock With(string name, string value) => With(name, Encoding.UTF8.GetBytes(value));

    /// <summary>For rules that read settings; what is not UTF-8 shows as U+FFFD.</summary>
    public IReadOnlyDictionary<string, string> ToText()
    {
        var text = new Dictionary<string, string>();
        foreach (var entry in Entries.Select(Encoding.UTF8.GetString))
            if (entry.IndexOf('=') is > 0 and var equals)
                text.TryAdd(entry[..equals], entry[(equals + 1)..]);
        return text;
    }

    private static byte[] Prefix(string name) => Encoding.UTF8.GetBytes(name + "=");
}
