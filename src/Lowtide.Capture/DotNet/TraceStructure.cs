using System.Buffers.Binary;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// What a block of a .nettrace may make TraceEvent keep. It holds events, and the stacks that they may name, until a sequence point says that all before it
/// was told (TraceEvent: EventCache.cs, ProcessEventBlock and ProcessSequencePointBlock): an event of two bytes is an object of some 150 there.
/// </summary>
internal sealed class TraceStructure
{
    /// <summary>The runtime's own are of 100 KB, those of format 6 of 16 MiB by their size's 24 bits.</summary>
    public const int MostOfBlock = 1 << 24;

    /// <summary>
    /// The runtime makes such a point for each 10 MB of its buffers (dotnet/runtime: ep-session.c, sequence_point_alloc_budget), where an event takes 80 bytes
    /// and more.
    /// </summary>
    internal const int MostKept = 1_000_000, MostBytesKept = 256 << 20;

    /// <summary>Of all the trace: kinds of events, of which a runtime has some hundred.</summary>
    internal const int MostKinds = 100_000, MostBytesOfKinds = 64 << 20;

    private long _kept, _bytes, _kinds, _bytesOfKinds;

    /// <returns>Why it is not to be handed on; null where it may be.</returns>
    public string? WhyNot(ReadOnlySpan<byte> name, ReadOnlySpan<byte> block)
    {
        if (name.SequenceEqual("MetadataBlock"u8))
        {
            if (!TraceMetadata.IsSound(block))
                return "a block of it names more fields than it has room for";
            (_kinds, _bytesOfKinds) = (_kinds + TraceMetadata.Events(block), _bytesOfKinds + block.Length);
            if (_kinds > MostKinds || _bytesOfKinds > MostBytesOfKinds)
                return "it names more kinds of events than any runtime has";
        }
        else if (name.SequenceEqual("SPBlock"u8))
        {
            (_kept, _bytes) = (0, 0);
            return null;
        }
        else
        {
            _kept += name.SequenceEqual("StackBlock"u8) ? Stacks(block) : TraceMetadata.Events(block);
            _bytes += block.Length;
        }
        return _kept > MostKept || _bytes > MostBytesKept ? "it does not say up to when all was told, as a runtime does every 10 MB" : null;
    }

    /// <summary>A block of stacks begins with the number of the first and how many there are; each has its length.</summary>
    private static int Stacks(ReadOnlySpan<byte> block) =>
        block.Length < 8 ? 0 : (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(block[4..]), (uint)block.Length / sizeof(int));
}
