using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Sources;

/// <summary>/proc/kpagecount: how often each physical frame is mapped, a word a frame; needs CAP_SYS_ADMIN, for without it no frame is known.
/// Documentation/admin-guide/mm/pagemap.rst.</summary>
internal sealed class KernelPageCounts : IDisposable
{
    private readonly SafeFileHandle _file;

    private KernelPageCounts(SafeFileHandle file, ulong zeroPageFrame) => (_file, ZeroPageFrame) = (file, zeroPageFrame);

    /// <inheritdoc cref="Pagemap.ZeroPageFrame"/>
    public ulong ZeroPageFrame { get; }

    /// <summary>Null where it may not be read, or frames are hidden.</summary>
    public static KernelPageCounts? TryOpen()
    {
        if (Pagemap.ReadBeforeWritten() is not { Frame: not 0 } untouched)
            return null;
        var file = ReadOnlyFile.Open("/proc/kpagecount");
        if (!file.IsInvalid)
            return new KernelPageCounts(file, Pagemap.ZeroFrameOf(untouched));
        file.Dispose();
        return null;
    }

    /// <summary>Of neighbours in memory that are neighbours there too, as most are, in one call.</summary>
    /// <param name="counts">Of frames from <paramref name="first"/> on; 0 is a frame of no process, or of no memory.</param>
    public bool TryRead(ulong first, Span<ulong> counts)
    {
        var bytes = MemoryMarshal.AsBytes(counts);
        return RandomAccess.Read(_file, bytes, (long)first * sizeof(ulong)) == bytes.Length;
    }

    public void Dispose() => _file.Dispose();
}
