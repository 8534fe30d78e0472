using Lowtide.Analysis;
using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.Explain;

/// <summary>The memory of a Ruby family by what it is, all processes together; the rows sum to their PSS.</summary>
internal static class BreakdownTable
{
    /// <summary>Null where nothing of it is known.</summary>
    public static TableBlock? Block(FamilySnapshot family) =>
        Rows(family) is { } rows ? TableBlock.Of("", ["memory", ">bytes", ">of PSS"], rows) : null;

    /// <summary>What a part is, its bytes and its share; null where nothing of it is known.</summary>
    public static IReadOnlyList<IReadOnlyList<string>>? Rows(FamilySnapshot family)
    {
        if (Parts(family) is not { } parts)
            return null;
        var total = parts.Sum(part => part.Bytes);
        return [.. parts.Select(part => (IReadOnlyList<string>)[part.Words, Amount.Bytes(part.Bytes), Amount.Percent(part.Bytes / (double)total)])];
    }

    /// <summary>They sum to the PSS of those processes that were told; null where none was.</summary>
    public static IReadOnlyList<(string Words, long Bytes)>? Parts(FamilySnapshot family)
    {
        if (BreakdownEntry.All(family) is not { } all)
            return null;
        var walked = family.Members.Any(member => member.RubyKit?.Walk is not null);
        return [.. all
            .SelectMany(one => one.Shares)
            .GroupBy(share => share.Kind, share => share.Bytes)
            .OrderBy(part => part.Key)
            .Select(part => (Words(part.Key, walked), part.Sum()))];
    }

    /// <param name="walked">Whether objects were asked what they hold.</param>
    public static string Words(MemoryShareKind kind, bool walked) => kind switch
    {
        MemoryShareKind.RubyLiveSlots => "Ruby's heap: objects",
        MemoryShareKind.RubyFreeSlots => "Ruby's heap: free slots, ends of pages",
        MemoryShareKind.RubyTransient => "Ruby's transient heap",
        MemoryShareKind.MallocOfObjects => "malloc: held by Ruby objects",
        MemoryShareKind.MallocOfOthers when walked => "malloc: held by others",
        MemoryShareKind.MallocOfOthers => "malloc: in use and resident",
        MemoryShareKind.MallocTrimmable => "malloc: freed, malloc_trim gives it back",
        MemoryShareKind.MallocUntrimmable => "malloc: freed, nothing gives it back",
        MemoryShareKind.Code => "code and other mapped files",
        MemoryShareKind.LibraryData => "libraries' data",
        MemoryShareKind.MadeCode => "code made at run time",
        MemoryShareKind.Stacks => "stacks",
        MemoryShareKind.SharedMemory => "shared memory",
        _ => "not told, or changed meanwhile",
    };
}
