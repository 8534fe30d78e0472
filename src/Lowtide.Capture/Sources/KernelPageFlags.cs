using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>/proc/kpageflags, a word a physical frame; needs CAP_SYS_ADMIN. Documentation/admin-guide/mm/pagemap.rst.</summary>
internal sealed class KernelPageFlags : IDisposable
{
    private const int MergedBit = 21; // KPF_KSM, include/uapi/linux/kernel-page-flags.h

    private readonly SafeFileHandle _file;

    private KernelPageFlags(SafeFileHandle file) => _file = file;

    /// <summary>Null where it may not be read, or frames are hidden so that nothing could be looked up.</summary>
    public static KernelPageFlags? TryOpen()
    {
        if (!Pagemap.ShowsFrames())
            return null;
        try
        {
            return new KernelPageFlags(File.OpenHandle("/proc/kpageflags"));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>
    /// Marks the entries of pages that KSM has merged. Only those that are mapped more than once are looked up, one by
    /// one: the kernel works every word out anew, so that neighbours read along would cost more than the calls saved.
    /// </summary>
    public void MarkMerged(Span<PageEntry> entries)
    {
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        foreach (ref var entry in entries)
            if (entry is { Anonymous: true, Exclusive: false, Frame: not 0 }
                && RandomAccess.Read(_file, word, (long)entry.Frame * sizeof(ulong)) == word.Length
                && (BinaryPrimitives.ReadUInt64LittleEndian(word) >> MergedBit & 1) == 1)
                entry = entry.AsMerged();
    }

    public void Dispose() => _file.Dispose();
}
