using System.Runtime.InteropServices;

namespace Lowtide.Capture.Sources;

/// <summary>A page of memory of Lowtide's own, mapped anew: what the kernel shows of it, it shows of others' alike.</summary>
internal sealed unsafe partial class OwnPage : IDisposable
{
    // sys/mman.h on x86-64.
    private const int ReadOnly = 1, Shared = 1, Private = 2, Anonymous = 0x20;

    private static readonly void* Failed = (void*)-1;

    private readonly void* _page;

    private OwnPage(void* page) => _page = page;

    public ulong Address => (ulong)_page;

    /// <summary>Null where there is no memory left.</summary>
    public static OwnPage? TryMap(bool shared)
    {
        var page = Native.Map(null, Recordings.Page.Size, ReadOnly, (shared ? Shared : Private) | Anonymous, -1, 0);
        return page == Failed ? null : new OwnPage(page);
    }

    /// <summary>It was never written: the kernel maps its page of zeros.</summary>
    public void Touch() => _ = Volatile.Read(ref *(byte*)_page);

    public void Dispose() => _ = Native.Unmap(_page, Recordings.Page.Size);

    private static partial class Native
    {
        [LibraryImport("libc", EntryPoint = "mmap")]
        internal static partial void* Map(void* address, nuint length, int protection, int flags, int file, long offset);

        [LibraryImport("libc", EntryPoint = "munmap")]
        internal static partial int Unmap(void* address, nuint length);
    }
}
