using System.Buffers;
using System.Text;

namespace Lowtide.Capture.Sources;

/// <summary>The paths in one list of mappings, each kept once: a file is mapped in several pieces, and a hostile program's 65,530 times.</summary>
internal sealed class MappedPaths
{
    private readonly HashSet<string> _known = new(StringComparer.Ordinal);

    public string Of(ReadOnlySpan<byte> path)
    {
        if (path.IsEmpty)
            return "";
        var buffer = ArrayPool<char>.Shared.Rent(path.Length);
        try
        {
            // UTF-8 has no fewer bytes than UTF-16 has characters.
            ReadOnlySpan<char> text = buffer.AsSpan(0, Encoding.UTF8.GetChars(path, buffer));
            var known = _known.GetAlternateLookup<ReadOnlySpan<char>>();
            if (known.TryGetValue(text, out var kept))
                return kept;
            kept = text.ToString();
            _known.Add(kept);
            return kept;
        }
        finally
        {
            ArrayPool<char>.Shared.Return(buffer);
        }
    }
}
