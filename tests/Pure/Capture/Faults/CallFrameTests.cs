using System.Runtime.InteropServices;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Elf.Frames;
using Lowtide.Tests.Pure.Capture.Elf;

namespace Lowtide.Tests.Pure.Capture.Faults;

/// <summary>Call frame instructions as compilers write them, assembled by hand from DWARF 5, section 6.4.2.</summary>
public sealed class CallFrameTests
{
    private const int Rbx = 3, Rbp = CallFrame.FramePointer, Rsp = CallFrame.StackPointer, Address = CallFrame.ReturnAddress;

    /// <summary>What every function on x86-64 begins with: frame at rsp + 8, return address right below it.</summary>
    private static readonly FrameCommon Common = new(1, -8, 0x1b, HasAugmentation: true, IsSignalFrame: false, [0x0c, 7, 8, 0x90, 1]);

    /// <summary>push rbp at 1, mov rbp, rsp at 4, push rbx at 8; popped again at 0x20.</summary>
    private static readonly FrameEntry Entry = new(0x1000, 0x1030, Common,
    [
        0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x44, 0x83, 3,
        0x0a, 0x58, 0xc3, 0xc6, 0x0c, 7, 8, 0x44, 0x0b,
    ]);

    [Theory]
    [InlineData(0x1000, 8, false)]
    [InlineData(0x1001, 16, false)]
    [InlineData(0x1010, 16, true)]
    [InlineData(0x1020, 8, false)]
    [InlineData(0x1028, 16, true)] // behind a part that had undone the frame
    public void Each_place_of_a_function_has_its_own_rule(ulong place, int above, bool byPointer)
    {
        var frame = CallFrame.At(Entry, place)!;
        // The stack, from 0x7000 on; the frame is at 0x7000 + above by rsp, or at rbp + 16.
        ulong[] words = [.. Enumerable.Range(0, 8).Select(word => 0xc000ul + (ulong)word)];
        var registers = new ulong[CallFrame.Registers];
        (registers[Rsp], registers[Rbp], registers[Rbx]) = (0x7000, 0x7020, 5);
        Assert.True(frame.TryStep(registers, new StackBytes(0x7000, MemoryMarshal.AsBytes(words.AsSpan()))));
        var at = byPointer ? 0x7030ul : 0x7000ul + (ulong)above;
        Assert.Equal((at, 0xc000 + ((at - 0x7000) / 8) - 1), (registers[Rsp], registers[Address]));
        Assert.Equal(above == 8 ? 0x7020ul : registers[Address] - 1, registers[Rbp]);
        Assert.Equal(byPointer ? registers[Address] - 2 : 5, registers[Rbx]);
    }

    [Fact]
    public void The_first_function_of_a_thread_has_no_caller()
    {
        var registers = new ulong[CallFrame.Registers];
        registers[Rsp] = 0x7000;
        Assert.True(CallFrame.At(Entry with { Program = [0x07, 16] }, 0x1000)!.TryStep(registers, new StackBytes(0x7000, new byte[64])));
        Assert.Equal(0ul, registers[Address]);
    }

    /// <summary>What linkers write for procedure linkage tables: 8 or 16, by where in an entry of 16 bytes it is.</summary>
    [Theory]
    [InlineData(0x1000ul, 8)]
    [InlineData(0x100aul, 8)]
    [InlineData(0x100bul, 16)]
    public void Entries_of_a_linkage_table_say_it_by_an_expression(ulong place, int above)
    {
        var frame = CallFrame.At(Entry with { Program = [0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22] }, place)!;
        ulong[] words = [1, 2, 3, 4];
        var registers = new ulong[CallFrame.Registers];
        (registers[Rsp], registers[Address]) = (0x7000, place);
        Assert.True(frame.TryStep(registers, new StackBytes(0x7000, MemoryMarshal.AsBytes(words.AsSpan()))));
        Assert.Equal((0x7000ul + (ulong)above, (ulong)above / 8), (registers[Rsp], registers[Address]));
    }

    [Fact]
    public void What_is_out_of_reach_or_unknown_cannot_be_told()
    {
        var registers = new ulong[CallFrame.Registers];
        registers[Rsp] = 0x7000;
        Assert.False(CallFrame.At(Entry, 0x1000)!.TryStep(registers, new StackBytes(0x7000, default)));
        Assert.Null(CallFrame.At(Entry with { Program = [0x3f] }, 0x1000));
        Assert.Null(CallFrame.At(Entry with { Program = [0x0b] }, 0x1000));
        Assert.Null(CallFrame.At(Entry with { Program = [0x0c, 0x80] }, 0x1000));
    }

    /// <summary>DWARF 5, figures 22 and 23.</summary>
    [Theory]
    [InlineData(2, 2, "02")]
    [InlineData(127, -1, "7f")]
    [InlineData(128, 128, "8001")]
    [InlineData(12857, 12857, "b9e400")]
    [InlineData(126, -2, "7e")]
    [InlineData(16257, -127, "817f")]
    [InlineData(16255, -129, "ff7e")]
    public void Numbers_of_variable_length(ulong natural, long whole, string bytes)
    {
        Assert.Equal(natural, new DwarfReader(Convert.FromHexString(bytes)).Unsigned());
        Assert.Equal(whole, new DwarfReader(Convert.FromHexString(bytes)).Signed());
    }

    /// <summary>This very program's file, with bytes changed at random: whatever comes out, nothing is thrown and it ends.</summary>
    [Fact]
    public void A_damaged_file_is_no_error()
    {
        var whole = File.ReadAllBytes(Environment.ProcessPath!);
        using (var handle = ElfBuilder.Open(whole))
        {
            var (file, places) = (ElfFile.TryOpen(handle)!, 0);
            var table = FrameTable.TryRead(file)!;
            foreach (var segment in file.Segments)
                if (segment is { Type: ElfSegment.Load } && (segment.Flags & ElfSegment.Executable) != 0)
                    for (var at = segment.Address; at < segment.Address + segment.FileSize; at += 64)
                        if (table.Find(at) is { } entry && CallFrame.At(entry, at) is not null)
                            places++;
            Assert.True(places > 50, $"of the program itself only {places} places can be told: it tests nothing");
        }
        var random = new Random(7);
        for (var round = 0; round < 60; round++)
        {
            var bytes = whole.ToArray();
            for (var change = 0; change < 400; change++)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            using var handle = ElfBuilder.Open(bytes);
            if (ElfFile.TryOpen(handle) is not { } file)
                continue;
            _ = ElfFunctions.Read(file).NameOf(0x1000);
            _ = ElfProbes.Find(file, "python", "gc__start");
            if (FrameTable.TryRead(file) is { } table)
                for (ulong at = 0; at < (ulong)whole.Length; at += 128)
                    if (table.Find(at) is { } entry)
                        CallFrame.At(entry, at)?.TryStep(new ulong[CallFrame.Registers], new StackBytes(0, new byte[256]));
        }
    }
}
