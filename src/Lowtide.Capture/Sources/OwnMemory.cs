using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>
/// What Lowtide itself holds and does not need until its next work: what malloc has kept (malloc_trim(3)), and pages of its own programs and libraries. These
/// stay mapped for as long as there is memory, and count as its own. Given back, they are the page cache's alone; whoever needs one again has it from there,
/// or from the disk where memory was short meanwhile (madvise(2), MADV_DONTNEED).
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

    /// <summary>Of what was mapped when this was made, and is as it was: pages that nobody may write to, and nobody has written to.</summary>
    /// <returns>Bytes; 0 where our own page tables may not be read.</returns>
    internal long GiveBackImages()
    {
        using var pagemap = Pagemap.TryOpen(Environment.ProcessId);
        if (pagemap is null)
            return 0;
        var given = 0L;
        foreach (var mapping in (Procfs.Mappings(Environment.ProcessId) ?? []).Where(mapping => IsImage(mapping) && _old.Contains(mapping)))
        {
            var entries = pagemap.Read(mapping.Start, mapping.End);
            for (int from = 0, to; from < entries.Length; from = to + 1)
            {
                // A page that was written when it was loaded is no longer the file's.
                for (to = from; to < entries.Length && entries[to] is { Present: true, FileOrShared: true };)
                    to++;
                if (to > from && Native.Advise(mapping.Start + ((ulong)from * Page.Size), (nuint)(to - from) * Page.Size, Native.DontNeed) == 0)
                    given += (to - from) * (long)Page.Size;
            }
        }
        return given;
    }

    /// <summary>Code that the runtime changes as it runs lies in mappings that may be written, for it does without W^X here (front.c).</summary>
    private static bool IsImage(Mapping mapping) => mapping is { IsAnonymous: false, Write: false, Read: true, IsKernels: false };

    private static partial class Native
    {
        // sys/mman.h
        internal const int DontNeed = 4;

        [LibraryImport("libc", EntryPoint = "madvise")]
        internal static partial int Advise(ulong address, nuint length, int advice);

        [LibraryImport("libc", EntryPoint = "malloc_trim")]
        internal static partial int Trim(nuint pad);
    }
}
