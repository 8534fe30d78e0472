using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Faults;

/// <summary>Records as perf_event_open(2) lays them out, made by hand.</summary>
public sealed class PerfRecordTests
{
    private const int User = 2, Kernel = 1, ByExec = 1 << 13;

    [Fact]
    public void A_fault_has_its_address_registers_and_stack()
    {
        // In the kernel's order: ax, bx, cx, dx, si, di, bp, sp, ip, r8 to r15.
        ulong[] registers = [10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26, 27, 28];
        var fault = Parse(Record(9, User, [0x1234, Pair(70, 71), 99, 0xabc000, 2, .. registers, 16, 0x1111, 0x2222, 8]), out var shown);
        Assert.Equal((PerfRecordKind.Fault, 70, 71), (fault.Kind, fault.Process, fault.Thread));
        Assert.Equal((99L, 0xabc000ul, false), (fault.Time, fault.Address, fault.InKernel));
        // DWARF's: ax, dx, cx, bx, si, di, bp, sp, r8 to r15, return address.
        Assert.Equal([10, 13, 12, 11, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 28, 18], shown);
        // Of the 16 bytes of room, 8 were filled.
        Assert.Equal([0x1111ul], MemoryMarshal.Cast<byte, ulong>(fault.Stack).ToArray());
    }

    [Fact]
    public void A_fault_without_registers_or_stack_is_still_one()
    {
        var fault = Parse(Record(9, Kernel, [0x1234, Pair(70, 71), 99, 0xabc000, 0, 0]), out _);
        Assert.Equal((PerfRecordKind.Fault, true), (fault.Kind, fault.InKernel));
        Assert.True(fault.Registers.IsEmpty);
        Assert.True(fault.Stack.IsEmpty);
    }

    [Fact]
    public void Forks_ends_names_and_losses()
    {
        var fork = Parse(Record(7, 0, [Pair(71, 70), Pair(73, 72), 5, 0, 5]), out _);
        Assert.Equal((PerfRecordKind.Forked, 71, 70, 73, 5L), (fork.Kind, fork.Process, fork.Parent, fork.Thread, fork.Time));
        var end = Parse(Record(4, 0, [Pair(71, 70), Pair(71, 70), 6, 0, 6]), out _);
        Assert.Equal((PerfRecordKind.Ended, 71, 71), (end.Kind, end.Process, end.Thread));
        var name = Parse(Record(3, ByExec, [Pair(71, 73), BinaryPrimitives.ReadUInt64LittleEndian("uwsgi\0\0\0"u8), Pair(71, 73), 8]), out _);
        Assert.Equal((PerfRecordKind.Named, "uwsgi", true, 8L), (name.Kind, name.Name, name.ByExec, name.Time));
        Assert.Equal(42, Parse(Record(2, 0, [1, 42, 0, 0]), out _).LostRecords);
        Assert.Equal(PerfRecordKind.Other, Parse(Record(5, 0, [1, 2, 3]), out _).Kind);
    }

    [Fact]
    public void What_is_cut_anywhere_is_none_or_less_and_never_an_error()
    {
        ulong[] registers = [.. Enumerable.Range(0, 17).Select(number => (ulong)number)];
        foreach (var whole in new[]
        {
            Record(9, User, [0x1234, Pair(70, 71), 99, 0xabc000, 2, .. registers, 16, 0x1111, 0x2222, 16]),
            Record(9, User, [0x1234, Pair(70, 71), 99, 0xabc000, 2, .. registers, ulong.MaxValue, 0x1111, 0x2222, ulong.MaxValue]),
            Record(7, 0, [Pair(71, 70), Pair(73, 72), 5, 0, 5]),
            Record(3, 0, [Pair(71, 73), 0, Pair(71, 73), 8]),
            Record(2, 0, [1, 42, 0, 0]),
        })
            for (var length = 0; length < whole.Length; length++)
                Parse(whole[..length], out _);
    }

    private static PerfRecord Parse(byte[] record, out ulong[] registers) => PerfRecord.Parse(record, registers = new ulong[17]);

    private static byte[] Record(uint type, ushort misc, ulong[] body)
    {
        var bytes = new byte[8 + (body.Length * 8)];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, type);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(4), misc);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(6), (ushort)bytes.Length);
        MemoryMarshal.AsBytes(body.AsSpan()).CopyTo(bytes.AsSpan(8));
        return bytes;
    }

    private static ulong Pair(uint first, uint second) => first | ((ulong)second << 32);
}
