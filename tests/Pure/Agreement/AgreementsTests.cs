using Lowtide.Recordings;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Agreement;

/// <summary>Figures that do not agree: what was read is held against what others count, and said first where they differ.</summary>
public sealed class AgreementsTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>Of 968 collections 303 were told, and "0 events lost" was said.</summary>
    [Theory]
    [InlineData(665, "303 of 968 collections that the runtime counted were told")]
    [InlineData(0, null)]
    public void Collections_that_the_runtime_counted_and_did_not_tell(long missing, string? said) => Says(
        said, MadeTraces.Recording(MadeTraces.Trace() with { CountedCollections = 968, MissingCollections = missing }));

    [Theory]
    [InlineData(1, "1 event of the runtime was lost")]
    [InlineData(1234, "1,234 events of the runtime were lost")]
    [InlineData(0, null)]
    public void Events_that_the_runtime_dropped(long lost, string? said) =>
        Says(said, MadeTraces.Recording(MadeTraces.Trace() with { LostEvents = lost }));

    /// <summary>Half of a heap that changed, or was swapped out, while it was read.</summary>
    [Theory]
    [InlineData(2000, "Ruby counts 2,000 pages of its heap, and 1,000 were found")]
    [InlineData(1100, null)]
    public void Pages_of_Rubys_heap_that_were_not_found(long counted, string? said) => Says(said, MadeFamilies.Recording(MadeRuby.Member() with
    {
        RubyKit = new RubyKit(DateTimeOffset.UnixEpoch, new Dictionary<string, long> { ["heap_eden_pages"] = counted }, [], null),
    }));

    [Theory]
    [InlineData(60, "malloc counts 100 MiB in its arenas, and what stands there adds up to 60 MiB")]
    [InlineData(97, null)]
    public void Chunks_that_do_not_fill_what_malloc_has(long walked, string? said) => Says(said, MadeFamilies.Recording(MadeFamilies.Master() with
    {
        Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
        {
            Arenas = [new ArenaFacts(true, 1, 1, 100 * MiB, 100 * MiB) { WalkedBytes = walked * MiB }],
        },
    }));

    /// <summary>What a process gave back between two reads.</summary>
    [Theory]
    [InlineData(70, "The parts of the memory come to 100 MiB, the kernel's sum (PSS) is 70 MiB")]
    [InlineData(99, null)]
    public void Parts_that_come_to_more_than_the_whole(long pss, string? said) => Says(said, MadeFamilies.Recording(MadeFamilies.Master() with
    {
        Runtime = new RuntimeFacts("dotnet", "10.0.1", null),
        Parts = [new(MemoryPurpose.ManagedHeap, 100 * MiB, 0)],
        Memory = new MemoryUse(100 * MiB, pss * MiB, null, null, null) { PssAnonymousBytes = pss * MiB },
    }));

    /// <summary>"Not told" was 88% of a program under jemalloc, and nothing stood at the top.</summary>
    [Theory]
    [InlineData(100, 12, "The parts of the memory come to 12 MiB, the kernel's sum (PSS) is 100 MiB: the rest is \"not told\"")]
    [InlineData(100, 88, "The parts of the memory come to 88 MiB, the kernel's sum (PSS) is 100 MiB: the rest is \"not told\"")]
    [InlineData(100, 91, null)]
    [InlineData(10, 7, null)]
    public void Parts_that_come_to_much_less_than_the_whole(long pss, long told, string? said) => Says(said, MadeFamilies.Recording(MadeFamilies.Master() with
    {
        Runtime = new RuntimeFacts("dotnet", "10.0.1", null),
        Parts = [new(MemoryPurpose.ManagedHeap, told * MiB, 0), new(MemoryPurpose.Other, (pss - told) * MiB, 0)],
        Memory = new MemoryUse(pss * MiB, pss * MiB, null, null, null) { PssAnonymousBytes = pss * MiB },
    }));

    private static void Says(string? said, Recording recording) => SaidFirst.Of(recording, said);
}
