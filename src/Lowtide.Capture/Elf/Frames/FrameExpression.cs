namespace Lowtide.Capture.Elf.Frames;

/// <summary>Those operations of DWARF expressions (DWARF 5, section 2.5) that compilers and linkers use for frames: entries of
/// procedure linkage tables, functions that align their stack, frames of signals.</summary>
internal static class FrameExpression
{
    private const int MostOperations = 64, MostValues = 16;

    /// <param name="frame">What the stack begins with, if anything.</param>
    /// <returns>False for an operation that is not known here, or memory that is out of reach.</returns>
    public static bool TryEvaluate(ReadOnlySpan<byte> expression, ReadOnlySpan<ulong> registers, StackBytes stack, ulong? frame, out ulong result)
    {
        result = 0;
        var reader = new DwarfReader(expression);
        Span<ulong> values = stackalloc ulong[MostValues];
        var count = 0;
        if (frame is { } first)
            values[count++] = first;
        for (var left = MostOperations; !reader.AtEnd; left--)
        {
            if (left == 0 || count == MostValues)
                return false;
            var operation = reader.Byte();
            switch (operation)
            {
                case >= 0x70 and < 0x70 + CallFrame.Registers: // breg0 to breg16
                    values[count++] = unchecked(registers[operation - 0x70] + (ulong)reader.Signed());
                    break;
                case >= 0x30 and <= 0x4f: // lit0 to lit31
                    values[count++] = (ulong)(operation - 0x30);
                    break;
                case 0x08: // const1u
                    values[count++] = reader.Byte();
                    break;
                case 0x09: // const1s
                    values[count++] = (ulong)(sbyte)reader.Byte();
                    break;
                case 0x10: // constu
                    values[count++] = reader.Unsigned();
                    break;
                case 0x11: // consts
                    values[count++] = (ulong)reader.Signed();
                    break;
                case 0x06 when count > 0: // deref
                    if (!stack.TryRead(values[count - 1], out values[count - 1]))
                        return false;
                    break;
                case 0x23 when count > 0: // plus_uconst
                    values[count - 1] = unchecked(values[count - 1] + reader.Unsigned());
                    break;
                case 0x1a or 0x1c or 0x22 or 0x24 or 0x2a when count > 1: // and, minus, plus, shl, ge
                    count--;
                    values[count - 1] = Combine(operation, values[count - 1], values[count]);
                    break;
                default:
                    return false;
            }
        }
        if (count == 0 || reader.Failed)
            return false;
        result = values[count - 1];
        return true;
    }

    private static ulong Combine(byte operation, ulong left, ulong right) => operation switch
    {
        0x1a => left & right,
        0x1c => unchecked(left - right),
        0x22 => unchecked(left + right),
        0x24 => right < 64 ? left << (int)right : 0,
        _ => (long)left >= (long)right ? 1ul : 0,
    };
}
