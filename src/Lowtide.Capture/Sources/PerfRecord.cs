using System.Buffers.Binary;
using System.Text;

namespace Lowtide.Capture.Sources;

internal enum PerfRecordKind
{
    /// <summary>One that Lowtide has no use for, or that is cut.</summary>
    Other,
    Lost,
    Named,
    Ended,
    Forked,
    Fault,
}

/// <summary>
/// One record of a page-fault event opened by <see cref="PerfEvent"/>: perf_event_open(2), "struct perf_event_header". Fields
/// that its kind does not have are 0.
/// </summary>
internal readonly ref struct PerfRecord
{
    private const int HeaderBytes = 8, RegisterCount = 17;

    private const ushort LostType = 2, NameType = 3, ExitType = 4, ForkType = 7, SampleType = 9;

    // misc of the header: the CPU's mode in its lowest three bits; of a name, that it came by exec.
    private const ushort ModeMask = 7, KernelMode = 1, ByExecBit = 1 << 13;

    public PerfRecordKind Kind { get; private init; }

    public int Process { get; private init; }

    /// <summary>The thread; of a fork the new one.</summary>
    public int Thread { get; private init; }

    /// <summary>Of a fork: who forked. The same as <see cref="Process"/> where only a thread was started.</summary>
    public int Parent { get; private init; }

    /// <summary>Nanoseconds on the monotonic clock.</summary>
    public long Time { get; private init; }

    /// <summary>What could not be reached.</summary>
    public ulong Address { get; private init; }

    /// <summary>The fault was taken inside the kernel, for the process.</summary>
    public bool InKernel { get; private init; }

    /// <summary>In the order of DWARF numbers, with the instruction pointer last; empty where they are not those of 64-bit code.</summary>
    public ReadOnlySpan<ulong> Registers { get; private init; }

    /// <summary>From the stack pointer on, as much as there was and was asked for.</summary>
    public ReadOnlySpan<byte> Stack { get; private init; }

    public string? Name { get; private init; }

    public bool ByExec { get; private init; }

    public long LostRecords { get; private init; }

    /// <param name="registers">Room for 17, which the record then shows.</param>
    public static PerfRecord Parse(ReadOnlySpan<byte> record, Span<ulong> registers)
    {
        if (record.Length < HeaderBytes)
            return default;
        var type = BinaryPrimitives.ReadUInt32LittleEndian(record);
        var misc = BinaryPrimitives.ReadUInt16LittleEndian(record[4..]);
        var body = record[HeaderBytes..];
        return type switch
        {
            SampleType => Fault(body, misc, registers),
            // Both: process, parent, thread, the parent's thread, time.
            ForkType or ExitType when body.Length >= 24 => new PerfRecord
            {
                Kind = type == ForkType ? PerfRecordKind.Forked : PerfRecordKind.Ended,
                Process = Int(body),
                Parent = Int(body[4..]),
                Thread = Int(body[8..]),
                Time = (long)Long(body[16..]),
            },
            // Process, thread, name; then who and when, as with IdentifyAll.
            NameType when body.Length >= 24 => new PerfRecord
            {
                Kind = PerfRecordKind.Named,
                Process = Int(body),
                Thread = Int(body[4..]),
                Name = Text(body[8..^16]),
                ByExec = (misc & ByExecBit) != 0,
                Time = (long)Long(body[^8..]),
            },
            LostType when body.Length >= 16 => new PerfRecord { Kind = PerfRecordKind.Lost, LostRecords = (long)Long(body[8..]) },
            _ => default,
        };
    }

    /// <summary>Instruction pointer, process, thread, time, address; registers and stack of the user's side.</summary>
    private static PerfRecord Fault(ReadOnlySpan<byte> body, ushort misc, Span<ulong> registers)
    {
        const int Fixed = 32, Bits64 = 2;
        if (body.Length < Fixed + 8)
            return default;
        var kernel = (misc & ModeMask) == KernelMode;
        var known = Long(body[Fixed..]) == Bits64;
        var rest = body[(Fixed + 8)..];
        // Without registers (a kernel thread's, or none to be had) the kernel leaves them out.
        if (Long(body[Fixed..]) != 0)
        {
            if (rest.Length < RegisterCount * 8)
                return default;
            if (known)
                for (var at = 0; at < RegisterCount; at++)
                    registers[Order[at]] = Long(rest[(at * 8)..]);
            rest = rest[(RegisterCount * 8)..];
        }
        var stack = default(ReadOnlySpan<byte>);
        if (rest.Length >= 16 && Long(rest) is > 0 and var room && room <= (ulong)rest.Length - 16)
            stack = rest.Slice(8, (int)Math.Min(room, Long(rest[(8 + (int)room)..])));
        return new PerfRecord
        {
            Kind = PerfRecordKind.Fault,
            Process = Int(body[8..]),
            Thread = Int(body[12..]),
            Time = (long)Long(body[16..]),
            Address = Long(body[24..]),
            InKernel = kernel,
            Registers = known ? registers : default,
            Stack = stack,
        };
    }

    /// <summary>The kernel's ax, bx, cx, dx, si, di, bp, sp, ip, r8... in DWARF's numbers (System V ABI for AMD64, figure 3.36).</summary>
    private static ReadOnlySpan<byte> Order => [0, 3, 2, 1, 4, 5, 6, 7, 16, 8, 9, 10, 11, 12, 13, 14, 15];

    private static int Int(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadInt32LittleEndian(bytes);

    private static ulong Long(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt64LittleEndian(bytes);

    private static string Text(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)0);
        return Encoding.UTF8.GetString(end < 0 ? bytes : bytes[..end]);
    }
}
