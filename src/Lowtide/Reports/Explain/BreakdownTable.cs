using Lowtide.Analysis;
using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Explain;

/// <summary>The memory of a family of a known runtime by what it is for, all processes together; the rows sum to their PSS.</summary>
internal static class BreakdownTable
{
    /// <summary>Where it is not told which, or there are several.</summary>
    public const string AnotherMalloc = "another malloc";

    /// <summary>Null where nothing of it is known.</summary>
    public static TableBlock? Block(string caption, Diagnosis diagnosis)
    {
        if (Parts(diagnosis) is not { } parts)
            return null;
        var total = parts.Sum(part => part.Bytes);
        return TableBlock.Of(
            caption, ["memory", ">bytes", ">of PSS"],
            [.. parts.Select(part => (IReadOnlyList<string>)[part.Words, Amount.Bytes(part.Bytes), Amount.Percent(part.Bytes / (double)total)])]);
    }

    /// <summary>They sum to the PSS of those processes that were told; null where none was.</summary>
    public static IReadOnlyList<(string Words, long Bytes)>? Parts(Diagnosis diagnosis)
    {
        if (diagnosis.Breakdown is not { } all)
            return null;
        var isRuby = diagnosis.Family.Members.Any(member => member.RubyHeap is not null);
        var others = diagnosis.Family.Members.Select(member => member.Allocator).OfType<AllocatorFacts>().Where(malloc => malloc.Name != "glibc").ToList();
        var malloc = others.Select(other => other.Name).Distinct().Count() == 1 ? others[0].Name : AnotherMalloc;
        var isSplit = others.Count > 0 && others.TrueForAll(other => other.Jemalloc is not null);
        var walked = diagnosis.Family.Members.Any(member => member.RubyKit?.Walk is not null);
        return [.. all
            .SelectMany(one => one.Shares)
            .GroupBy(share => share.Kind, share => share.Bytes)
            .OrderBy(part => part.Key)
            .Select(part => (Words(part.Key, walked, isRuby, malloc, isSplit), part.Sum()))];
    }

    /// <param name="walked">Whether objects were asked what they hold.</param>
    /// <param name="isRuby">Ruby frees what died when it collects: until then it is in use.</param>
    /// <param name="otherMalloc">What serves where glibc's does not, by name or as <see cref="AnotherMalloc"/>.</param>
    /// <param name="isSplit">Whether what is free of it is told apart.</param>
    public static string Words(MemoryShareKind kind, bool walked, bool isRuby, string otherMalloc, bool isSplit) => kind switch
    {
        MemoryShareKind.RubyLiveSlots => "Ruby's heap: objects, garbage too",
        MemoryShareKind.RubyFreeSlots => "Ruby's heap: free slots, ends of pages",
        MemoryShareKind.RubyTransient => "Ruby's transient heap",
        MemoryShareKind.PythonBlocks => "Python's heap: objects, garbage too",
        MemoryShareKind.PythonFreeBlocks => "Python's heap: free blocks and pools",
        MemoryShareKind.ManagedGeneration0 => "collector's heap: generation 0",
        MemoryShareKind.ManagedGeneration1 => "collector's heap: generation 1",
        MemoryShareKind.ManagedGeneration2 => "collector's heap: generation 2",
        MemoryShareKind.ManagedLarge => "collector's heap: large objects",
        MemoryShareKind.ManagedPinned => "collector's heap: pinned objects",
        MemoryShareKind.ManagedFree => "collector's heap: free among objects",
        MemoryShareKind.ManagedRest => "collector's heap: new since, and empty",
        MemoryShareKind.MallocOfObjects => "malloc: held by Ruby objects",
        MemoryShareKind.MallocOfOthers when isRuby && !walked => "malloc: in use, garbage too",
        MemoryShareKind.MallocOfOthers when walked => "malloc: held by others",
        MemoryShareKind.MallocOfOthers => "malloc: in use and resident",
        MemoryShareKind.MallocTrimmable => "malloc: freed, malloc_trim gives it back",
        MemoryShareKind.MallocUntrimmable => "malloc: freed, nothing gives it back",
        MemoryShareKind.OtherMalloc when isSplit => $"{otherMalloc}'s heap: in use, its tables",
        MemoryShareKind.OtherMalloc => $"{otherMalloc}'s heap, in use and free",
        MemoryShareKind.OtherMallocFree => $"{otherMalloc}'s heap: free",
        MemoryShareKind.Code => "code and other mapped files",
        MemoryShareKind.LibraryData => "libraries' data",
        MemoryShareKind.MadeCode => "code made at run time",
        MemoryShareKind.RuntimeCode => ".NET's compiled code and loaded types",
        MemoryShareKind.Stacks => "stacks",
        MemoryShareKind.SharedMemory => "shared memory",
        _ => "not told, or changed meanwhile",
    };
}
