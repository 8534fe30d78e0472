using System.Buffers.Binary;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>
/// A process's memory as its runtime never left it: words that lead elsewhere in it, to themselves or nowhere, counts out of all bounds, parts that are gone.
/// Of one in four, a byte is another each time it is read, as in a process that goes on.
/// </summary>
internal sealed class MutatedMemory : IMemory, IWords
{
    private static readonly ulong[] Extremes =
        [0, 1, 2, 7, 8, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1ul << 40, 0x7fff_ffff_f000, 0xffff_8000_0000_0000, long.MaxValue, ulong.MaxValue];

    private readonly List<(ulong Address, byte[] Bytes)> _pieces;
    private readonly Random _random;
    private readonly ulong _moving;
    private byte _ticks;

    /// <param name="pieces">Are not changed.</param>
    public MutatedMemory(IReadOnlyList<(ulong Address, byte[] Bytes)> pieces, Random random)
    {
        (_pieces, _random) = ([.. pieces.Select(piece => (piece.Address, piece.Bytes.ToArray()))], random);
        for (var change = random.Next(1, random.Next(4) == 0 ? 300 : 6); change > 0 && _pieces.Count > 0; change--)
            Change(random.Next(_pieces.Count));
        if (random.Next(4) == 0 && _pieces.Count > 0)
            _moving = Somewhere();
    }

    public bool TryRead(ulong address, Span<byte> destination)
    {
        foreach (var (start, bytes) in _pieces)
        {
            if (address < start || address - start > (ulong)bytes.Length || destination.Length > bytes.Length - (int)(address - start))
                continue;
            bytes.AsSpan((int)(address - start), destination.Length).CopyTo(destination);
            if (_moving >= address && _moving - address < (ulong)destination.Length)
                destination[(int)(_moving - address)] = ++_ticks;
            return true;
        }
        return false;
    }

    public bool TryWord(ulong address, out ulong word) => this.TryRead(address, out word);

    private void Change(int number)
    {
        var (address, bytes) = _pieces[number];
        if (bytes.Length < 16)
            return;
        var at = _random.Next(bytes.Length / 8) * 8;
        switch (_random.Next(24))
        {
            case 0:
                _pieces[number] = (address, bytes[..at]);
                break;
            case 1:
                bytes.AsSpan(at, Math.Min(4096, bytes.Length - at)).Clear();
                break;
            case 2:
                _random.NextBytes(bytes.AsSpan(at, Math.Min(_random.Next(1, 256), bytes.Length - at)));
                break;
            case 3:
                bytes.AsSpan(at, Math.Min(64, bytes.Length - at)).Fill((byte)_random.Next(256));
                break;
            case < 10:
                Put(bytes, at, Somewhere());
                break;
            case < 12:
                Put(bytes, at, address + (ulong)at + (ulong)(_random.Next(-4, 5) * 8));
                break;
            case < 16:
                bytes[_random.Next(bytes.Length)] ^= (byte)(1 << _random.Next(8));
                break;
            case < 18:
                BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(at), (uint)Extremes[_random.Next(Extremes.Length)]);
                break;
            default:
                Put(bytes, at, Extremes[_random.Next(Extremes.Length)]);
                break;
        }
    }

    private ulong Somewhere()
    {
        var (address, bytes) = _pieces[_random.Next(_pieces.Count)];
        return address + (ulong)_random.Next(bytes.Length + 1) & (_random.Next(4) == 0 ? ulong.MaxValue : ~7ul);
    }

    private static void Put(byte[] bytes, int at, ulong word)
    {
        if (at + 8 <= bytes.Length)
            BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan(at), word);
    }
}
