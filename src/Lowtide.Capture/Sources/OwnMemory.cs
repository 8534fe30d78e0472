using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>
/// What Lowtide itself holds and does not need until its next work: what malloc has kept (malloc_trim(3)), and pages of its own programs and libraries. These
/// stay mapped for as long as there is memory, and count as its own. Given back, code is the page cache's alone; whoever needs it again has it from there, or
/// from the disk where memory was short meanwhile (madvise(2), MADV_DONTNEED). Data comes back from the disk: some MiB between two looks.
/// </summary>
public sealed partial class OwnMemory
{
    /// <summary>Those that a loader may be writing to now are not among them.</summary>
    private readonly HashSet<Mapping> _old = [.. Procfs.Mappings(Environment.ProcessId) ?? []];

    public void GiveBack()
    {
        try
        {
            _ = Native.Trim(0);
        }
        catch (EntryPointNotFoundException)
        {
            // Another C library than glibc.
        }
        GiveBackImages();
    }

    /// <summary>
    /// Pages of files that were mapped when this was made, and are mapped as they were: those that nobody has written to. Where somebody may write to one
    /// meanwhile, the kernel is asked to reclaim it (MADV_PAGEOUT, since Linux 5.4), which loses nothing. It does so for the file's owner and for root.
    /// </summary>
    /// <returns>Bytes that nobody may write to; 0 where our own page tables may not be read.</returns>
    internal long GiveBackImages()
    {
        using var pagemap = Pagemap.TryOpen(Environment.ProcessId);
        if (pagemap is null)
            return 0;
        var given = 0L;
        foreach (var mapping in (Procfs.Mappings(Environment.ProcessId) ?? []).Where(mapping => IsImage(mapping) && _old.Contains(mapping)))
        {
            var entries = pagemap.Read(mapping.Start, mapping.End);
            var advice = mapping.Write ? Native.PageOut : Native.DontNeed;
            for (int from = 0, to; from < entries.Length; from = to + 1)
            {
                // A page that was written when it was loaded is no longer the file's.
                for (to = from; to < entries.Length && entries[to] is { Present: true, FileOrShared: true };)
                    to++;
                if (to > from && Native.Advise(mapping.Start + ((ulong)from * Page.Size), (nuint)(to - from) * Page.Size, advice) == 0 && !mapping.Write)
                    given += (to - from) * (long)Page.Size;
            }
        }
        return given;
    }

    private static bool IsImage(Mapping mapping) =>
        mapping is { IsAnonymous: false, Read: true, IsKernels: false } and not { Write: true, Private: false };

    private static partial class Native
    {
        // sys/mman.h
        internal const int DontNeed = 4, PageOut = 21;

        [LibraryImport("libc", EntryPoint = "madvise")]
        internal static partial int Advise(ulong address, nuint length, int advice);

        [LibraryImport("libc", EntryPoint = "malloc_trim")]
        internal static partial int Trim(nuint pad);
    }
}
