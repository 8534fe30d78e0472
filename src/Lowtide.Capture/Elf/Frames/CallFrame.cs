namespace Lowtide.Capture.Elf.Frames;

/// <summary>How one register of the caller is had.</summary>
internal enum RegisterRule : byte
{
    Same,

    /// <summary>The caller's is lost; of the return address: there is no caller.</summary>
    Undefined,

    /// <summary>It stands at the frame's address plus an offset.</summary>
    Saved,

    /// <summary>It is the frame's address plus an offset.</summary>
    Offset,

    /// <summary>It stands where an expression says.</summary>
    SavedByExpression,
}

/// <summary>How to get from one address in a function to its caller: one row of the table that call frame instructions
/// describe (DWARF 5, section 6.4). Registers by their DWARF numbers, System V ABI for AMD64, figure 3.36.</summary>
internal sealed class CallFrame
{
    /// <summary>rsp, the column of the return address, and how many there are.</summary>
    public const int StackPointer = 7, FramePointer = 6, ReturnAddress = 16, Registers = 17;

    // A function has few rows, and states nest two deep.
    private const int MostInstructions = 20_000, MostStates = 16;

    private RegisterRule[] _rules = new RegisterRule[Registers];
    private long[] _offsets = new long[Registers];
    private byte[]?[] _expressions = new byte[]?[Registers];
    private byte[]? _frameExpression;
    private ulong _frameRegister;
    private long _frameOffset;

    private CallFrame(bool isSignalFrame) => IsSignalFrame = isSignalFrame;

    /// <summary>The kernel's frame of a signal: its caller was interrupted at any instruction, not at a call.</summary>
    public bool IsSignalFrame { get; }

    /// <summary>Null where the instructions cannot be followed.</summary>
    public static CallFrame? At(FrameEntry entry, ulong address)
    {
        var frame = new CallFrame(entry.Common.IsSignalFrame);
        if (!frame.Run(entry.Common.Program, entry, ulong.MaxValue, null))
            return null;
        var initial = frame.Copy();
        return frame.Run(entry.Program, entry, address, initial) ? frame : null;
    }

    /// <summary>Turns the registers of a frame into those of its caller.</summary>
    /// <returns>False where it cannot be told. True with a return address of 0 where there is no caller.</returns>
    public bool TryStep(Span<ulong> registers, StackBytes stack)
    {
        ulong frame;
        if (_frameExpression is { } expression)
        {
            if (!FrameExpression.TryEvaluate(expression, registers, stack, null, out frame))
                return false;
        }
        else if (_frameRegister < Registers)
            frame = unchecked(registers[(int)_frameRegister] + (ulong)_frameOffset);
        else
            return false;
        Span<ulong> caller = stackalloc ulong[Registers];
        registers.CopyTo(caller);
        caller[StackPointer] = frame;
        for (var register = 0; register < Registers; register++)
        {
            var place = unchecked(frame + (ulong)_offsets[register]);
            switch (_rules[register])
            {
                case RegisterRule.Undefined when register == ReturnAddress:
                    caller[register] = 0;
                    break;
                case RegisterRule.Offset:
                    caller[register] = place;
                    break;
                case RegisterRule.SavedByExpression when !FrameExpression.TryEvaluate(_expressions[register]!, registers, stack, frame, out place):
                    return false;
                case RegisterRule.SavedByExpression or RegisterRule.Saved:
                    // A register that only the caller's caller needs may be out of reach: its frame then fails, if at all.
                    if (!stack.TryRead(place, out caller[register]) && register == ReturnAddress)
                        return false;
                    break;
            }
        }
        caller.CopyTo(registers);
        return true;
    }

    private bool Run(byte[] program, FrameEntry entry, ulong until, CallFrame? initial)
    {
        var reader = new DwarfReader(program);
        var at = entry.Start;
        var states = new Stack<CallFrame>();
        for (var left = MostInstructions; !reader.AtEnd; left--)
        {
            if (left == 0)
                return false;
            var instruction = reader.Byte();
            var low = instruction & 0x3f;
            switch (instruction >> 6)
            {
                case 1:
                    if (!Advance(ref at, (ulong)low, entry, until))
                        return true;
                    continue;
                case 2:
                    Set((ulong)low, RegisterRule.Saved, (long)reader.Unsigned() * entry.Common.DataFactor);
                    continue;
                case 3:
                    Restore((ulong)low, initial);
                    continue;
            }
            switch (instruction)
            {
                case 0x00: // nop
                    break;
                case 0x02 or 0x03 or 0x04: // advance_loc1, 2, 4
                    if (!Advance(ref at, instruction == 2 ? reader.Byte() : instruction == 3 ? reader.Short() : reader.Word(), entry, until))
                        return true;
                    break;
                case 0x05: // offset_extended
                    Set(reader.Unsigned(), RegisterRule.Saved, (long)reader.Unsigned() * entry.Common.DataFactor);
                    break;
                case 0x11: // offset_extended_sf
                    Set(reader.Unsigned(), RegisterRule.Saved, reader.Signed() * entry.Common.DataFactor);
                    break;
                case 0x14: // val_offset
                    Set(reader.Unsigned(), RegisterRule.Offset, (long)reader.Unsigned() * entry.Common.DataFactor);
                    break;
                case 0x06: // restore_extended
                    Restore(reader.Unsigned(), initial);
                    break;
                case 0x07: // undefined
                    Set(reader.Unsigned(), RegisterRule.Undefined, 0);
                    break;
                case 0x08: // same_value
                    Set(reader.Unsigned(), RegisterRule.Same, 0);
                    break;
                case 0x0a when states.Count < MostStates: // remember_state
                    states.Push(Copy());
                    break;
                case 0x0b when states.Count > 0: // restore_state
                    Become(states.Pop());
                    break;
                case 0x0c: // def_cfa
                    (_frameRegister, _frameOffset, _frameExpression) = (reader.Unsigned(), (long)reader.Unsigned(), null);
                    break;
                case 0x12: // def_cfa_sf
                    (_frameRegister, _frameOffset, _frameExpression) = (reader.Unsigned(), reader.Signed() * entry.Common.DataFactor, null);
                    break;
                case 0x0d: // def_cfa_register
                    (_frameRegister, _frameExpression) = (reader.Unsigned(), null);
                    break;
                case 0x0e: // def_cfa_offset
                    _frameOffset = (long)reader.Unsigned();
                    break;
                case 0x13: // def_cfa_offset_sf
                    _frameOffset = reader.Signed() * entry.Common.DataFactor;
                    break;
                case 0x0f: // def_cfa_expression
                    _frameExpression = reader.Take(reader.Unsigned()).ToArray();
                    break;
                case 0x10: // expression
                    var register = reader.Unsigned();
                    var expression = reader.Take(reader.Unsigned()).ToArray();
                    if (register < Registers)
                        (_rules[register], _expressions[register]) = (RegisterRule.SavedByExpression, expression);
                    break;
                case 0x2e: // GNU_args_size
                    reader.Unsigned();
                    break;
                default:
                    return false;
            }
        }
        return !reader.Failed;
    }

    /// <returns>False once the row that is looked for is complete.</returns>
    private static bool Advance(ref ulong at, ulong delta, FrameEntry entry, ulong until)
    {
        at = unchecked(at + (delta * entry.Common.CodeFactor));
        return at <= until;
    }

    /// <summary>Registers beyond the return address are vectors and flags, which nothing here needs.</summary>
    private void Set(ulong register, RegisterRule rule, long offset)
    {
        if (register < Registers)
            (_rules[register], _offsets[register]) = (rule, offset);
    }

    private void Restore(ulong register, CallFrame? initial)
    {
        if (register < Registers && initial is not null)
            (_rules[register], _offsets[register], _expressions[register]) =
                (initial._rules[register], initial._offsets[register], initial._expressions[register]);
    }

    private CallFrame Copy()
    {
        var copy = new CallFrame(IsSignalFrame);
        copy.Become(this);
        return copy;
    }

    private void Become(CallFrame other)
    {
        (_rules, _offsets, _expressions) = ([.. other._rules], [.. other._offsets], [.. other._expressions]);
        (_frameExpression, _frameRegister, _frameOffset) = (other._frameExpression, other._frameRegister, other._frameOffset);
    }
}
