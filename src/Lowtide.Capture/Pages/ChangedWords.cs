using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>Which words of a page differ from another page's: a bit a word. Found once for all that ask.</summary>
[InlineArray(Parts)]
internal struct ChangedWords
{
    private const int Parts = Page.Size / sizeof(ulong) / 64;
    private const int Each = 4; // words in a vector

    private ulong _part;

    /// <remarks>Compiled for this processor at once: the code that is compiled ahead must run on any, and takes half as many words at a time.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static ChangedWords Of(ReadOnlySpan<byte> before, ReadOnlySpan<byte> now)
    {
        var changed = default(ChangedWords);
        ref var old = ref Unsafe.As<byte, ulong>(ref MemoryMarshal.GetReference(before[..Page.Size]));
        ref var own = ref Unsafe.As<byte, ulong>(ref MemoryMarshal.GetReference(now[..Page.Size]));
        for (var part = 0; part < Parts; part++)
        {
            var equal = 0ul;
            for (var word = 0; word < 64; word += Each)
            {
                var at = (nuint)((part * 64) + word);
                equal |= (ulong)Vector256.Equals(Vector256.LoadUnsafe(ref old, at), Vector256.LoadUnsafe(ref own, at)).ExtractMostSignificantBits() << word;
            }
            changed[part] = ~equal;
        }
        return changed;
    }

    public readonly bool Any => this[..].ContainsAnyExcept(0ul);

    public readonly bool At(int word) => (this[word / 64] >> word % 64 & 1) != 0;

    /// <summary>Of the words that differ, in their order.</summary>
    public readonly WordIndexes Indexes => new(this);

    [StructLayout(LayoutKind.Auto)]
    public struct WordIndexes(ChangedWords words)
    {
        private readonly ChangedWords _words = words;
        private ulong _left = words[0];
        private int _part;

        public int Current { get; private set; } = -1;

        public readonly WordIndexes GetEnumerator() => this;

        public bool MoveNext()
        {
            while (_left == 0)
            {
                if (++_part == Parts)
                    return false;
                _left = _words[_part];
            }
            Current = (_part * 64) + BitOperations.TrailingZeroCount(_left);
            _left &= _left - 1;
            return true;
        }
    }
}
