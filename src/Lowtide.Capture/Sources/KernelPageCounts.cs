using System.Runtime.CompilerServices;
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

    /// <summary>The kernel keeps one frame of zeros, or none: once it was told, it is asked no more.</summary>
    private static StrongBox<ulong>? _zeroFrame;

    /// <summary>Null where it may not be read, or frames are hidden.</summary>
    public static KernelPageCounts? TryOpen()
    {
        if ((_zeroFrame ??= Pagemap.ReadBeforeWritten() is { Frame: not 0 } untouched ? new(Pagemap.ZeroFrameOf(untouched)) : null) is not { } zeroFrame)
            return null;
        var file = ReadOnlyFile.Open("/proc/kpagecount");
        if (!file.IsInvalid)
            return new KernelPageCounts(file, zeroFrame.Value);
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
