using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>What a mapping's pages are for, as far as it can be told from outside.</summary>
internal static class PagePurpose
{
    /// <summary>Whether a fork shares it by copy-on-write, and it may hold pages of its own: not what is shared, nor the kernel's.</summary>
    public static bool IsOwn(Mapping mapping) => mapping is { Private: true, Read: true, IsKernels: false };

    /// <param name="before">The mapping in front of it.</param>
    public static MemoryPurpose Of(Mapping mapping, Mapping? before, IMemory memory) => mapping switch
    {
        { IsAnonymous: false } => MemoryPurpose.LibraryData,
        { Path: "[heap]" } => MemoryPurpose.Malloc,
        { Path: "[stack]" } => MemoryPurpose.Stacks,
        { Execute: true } => MemoryPurpose.MadeCode,
        { Write: true } when IsHeap(mapping, memory) || IsGrownByWorker(mapping, memory) => MemoryPurpose.Malloc,
        { Write: true } when before is not null && mapping.IsBehindGuard(before) => MemoryPurpose.Stacks,
        _ => MemoryPurpose.Other,
    };

    /// <summary>
    /// What stands at its beginning decides, for other memory may begin at such an address too; place and length where that cannot be read. The kernel joins
    /// full heaps with their neighbours, so that a longer mapping may begin with one.
    /// </summary>
    private static bool IsHeap(Mapping mapping, IMemory memory) => mapping.Start % GlibcLayout.HeapAlignment == 0
        && (memory.TryRead(mapping.Start, out HeapInfo info) ? info.IsOfHeap(mapping.Start) : GlibcLayout.MayBeHeap(mapping));

    /// <summary>
    /// By what a forked worker has grown a heap of its master's: the kernel joins no pages of the worker's own with those that it inherited
    /// (is_mergeable_anon_vma, mm/vma.c), so that the heap is in two mappings.
    /// </summary>
    private static bool IsGrownByWorker(Mapping mapping, IMemory memory) => mapping.Start % GlibcLayout.HeapAlignment is > 0 and var into
        && HeapInfo.Around(mapping.Start, memory) is { } info && into < info.Size;
}
