using System.Runtime.InteropServices;
using System.Text;
using Lowtide.Capture.Elf;

namespace Lowtide.Tests.Pure.Capture.Faults;

public sealed class ElfProbesTests
{
    private static readonly byte[] Notes =
    [
        .. Note(3, 0x1000, 0x9000, "python", "gc__start"), .. Note(4, 0x1100, 0x9000, "python", "gc__start"),
        .. Note(3, 0x1200, 0x9000, "ruby", "gc__start"), .. Note(3, 0x1300, 0x9000, "python", "gc__done"),
        .. Note(3, 0x1400, 0x9000, "python", "line"),
    ];

    private static readonly HashSet<ulong> Both = [0x1000, 0x1300];

    [Fact]
    public void Probes_of_the_provider_that_are_so_named() =>
        Assert.Equal([0x1000ul, 0x1300ul], ElfProbes.Parse(Notes, 0x9000, "python", ["gc__start", "gc__done"]));

    [Fact]
    public void They_move_with_a_file_that_was_prelinked() =>
        Assert.Equal([0x1800ul], ElfProbes.Parse(Notes, 0x9500, "python", ["gc__done"]));

    [Fact]
    public void A_cut_section_gives_those_before_the_cut()
    {
        for (var length = 0; length < Notes.Length; length++)
            Assert.Subset<ulong>(Both, ElfProbes.Parse(Notes.AsSpan(0, length), null, "python", ["gc__start", "gc__done"]).ToHashSet());
        Assert.Equal([0x1000ul], ElfProbes.Parse(Notes.AsSpan(0, Notes.Length / 2), null, "python", ["gc__start", "gc__done"]));
    }

    /// <summary>https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation: place, base, semaphore, provider, name, arguments.</summary>
    private static byte[] Note(uint type, ulong place, ulong from, string provider, string name)
    {
        byte[] text = [.. MemoryMarshal.AsBytes<ulong>([place, from, 0]), .. Encoding.ASCII.GetBytes($"{provider}\0{name}\0-4@%eax\0")];
        return
        [
            .. MemoryMarshal.AsBytes<uint>([8, (uint)text.Length, type]), .. "stapsdt\0"u8, .. text, .. new byte[(4 - (text.Length % 4)) % 4],
        ];
    }
}
