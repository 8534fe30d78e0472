using Lowtide.Analysis;
using Lowtide.Analysis.Breakdown;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Explain;

/// <summary>The memory of a Ruby or .NET family by what it is for, all processes together; the rows sum to their PSS.</summary>
internal static class BreakdownTable
{
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
        var walked = diagnosis.Family.Members.Any(member => member.RubyKit?.Walk is not null);
        return [.. all
            .SelectMany(one => one.Shares)
            .GroupBy(share => share.Kind, share => share.Bytes)
            .OrderBy(part => part.Key)
            .Select(part => (Words(part.Key, walked, isRuby), part.Sum()))];
    }

    /// <param name="walked">Whether objects were asked what they hold.</param>
    /// <param name="isRuby">Ruby frees what died when it collects: until then it is in use.</param>
    public static string Words(MemoryShareKind kind, bool walked, bool isRuby) => kind switch
    {
        MemoryShareKind.RubyLiveSlots => "Ruby's heap: objects, garbage too",
        MemoryShareKind.RubyFreeSlots => "Ruby's heap: free slots, ends of pages",
        MemoryShareKind.RubyTransient => "Ruby's transient heap",
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
        MemoryShareKind.OtherMalloc => "another malloc's heap (jemalloc, tcmalloc)",
        MemoryShareKind.Code => "code and other mapped files",
        MemoryShareKind.LibraryData => "libraries' data",
        MemoryShareKind.MadeCode => "code made at run time",
        MemoryShareKind.RuntimeCode => ".NET's compiled code and loaded types",
        MemoryShareKind.Stacks => "stacks",
        MemoryShareKind.SharedMemory => "shared memory",
        _ => "not told, or changed meanwhile",
    };
}
