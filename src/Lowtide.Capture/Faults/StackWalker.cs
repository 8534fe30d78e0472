using Lowtide.Capture.Elf.Frames;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Faults;

/// <summary>
/// From a fault's registers and a copy of the stack to its call chain, by the frame tables of the files, as exceptions are
/// unwound. Debian builds Python, uWSGI and the C library without frame pointers, by which the kernel could do it.
/// </summary>
internal sealed class StackWalker(CodeFunctions functions, ChainTree chains)
{
    private const int MostFrames = 256;

    /// <summary>A node of the tree.</summary>
    public int Walk(in PerfRecord fault, ProcessMap? map)
    {
        Span<int> frames = stackalloc int[MostFrames + 2];
        var count = 0;
        if (fault.InKernel)
            frames[count++] = functions.Kernel.Id;
        Span<ulong> registers = stackalloc ulong[CallFrame.Registers];
        if (map is null || !fault.Registers.TryCopyTo(registers) || fault.Registers.IsEmpty)
        {
            frames[count++] = functions.Cut.Id;
            return chains.Add(frames[..count]);
        }
        var stack = new StackBytes(registers[CallFrame.StackPointer], fault.Stack);
        // A return address is behind its call, which may be the last instruction of its function.
        var beforeCall = 0ul;
        while (true)
        {
            var pointer = registers[CallFrame.StackPointer];
            var place = map.CodeAt(registers[CallFrame.ReturnAddress] - beforeCall);
            if (place is null && count > (fault.InKernel ? 1 : 0) && !map.IsCode(registers[CallFrame.ReturnAddress]))
                break;
            frames[count++] = (place?.Function ?? functions.Unknown).Id;
            var stepped = place?.Frame is { } frame ? frame.TryStep(registers, stack) : TryStepByPointer(registers, stack);
            if (stepped && registers[CallFrame.ReturnAddress] == 0)
                return chains.Add(frames[..count]);
            // A caller's frame lies above; what does not move up would go round for ever.
            if (!stepped || registers[CallFrame.StackPointer] <= pointer || count >= MostFrames)
                break;
            beforeCall = place?.Frame?.IsSignalFrame == true ? 0ul : 1;
        }
        frames[count++] = functions.Cut.Id;
        return chains.Add(frames[..count]);
    }

    /// <summary>Code without a table, such as a JIT compiler's, often keeps frame pointers.</summary>
    private static bool TryStepByPointer(Span<ulong> registers, StackBytes stack)
    {
        var frame = registers[CallFrame.FramePointer];
        if (frame < registers[CallFrame.StackPointer] || !stack.TryRead(frame, out var callers) || !stack.TryRead(frame + 8, out var address))
            return false;
        (registers[CallFrame.FramePointer], registers[CallFrame.ReturnAddress], registers[CallFrame.StackPointer]) = (callers, address, frame + 16);
        return true;
    }
}
