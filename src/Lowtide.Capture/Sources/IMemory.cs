namespace Lowtide.Capture.Sources;

/// <summary>Another process's memory, or a recorded piece of it.</summary>
public interface IMemory
{
    /// <summary>Fills <paramref name="destination"/> from <paramref name="address"/>. True only if all of it was read;
    /// false says nothing about what stands in the destination. Never throws, whatever became of the process.</summary>
    bool TryRead(ulong address, Span<byte> destination);
}

public static class MemoryReads
{
    /// <summary>Reads one little-endian value of a blittable type.</summary>
    public static unsafe bool TryRead<T>(this IMemory memory, ulong address, out T value)
        where T : unmanaged
    {
        value = default;
        fixed (T* place = &value)
            return memory.TryRead(address, new Span<byte>(place, sizeof(T)));
    }
}
