using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Capture.CRuby;
using Lowtide.Tests.Pure.Capture.Malloc;
using Lowtide.Tests.Pure.DotNet;
using Lowtide.Tests.Pure.Findings;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Pure.Agreement;

/// <summary>Each kind of loss, put into what is read of a target: it is said at the top of screen and report, and no figure is quietly wrong.</summary>
public sealed class InjectedLossesTests
{
    private const int GCStart = 1, GCEnd = 2, RestartEEEnd = 3, HeapStats = 4, RestartEEBegin = 7, SuspendEEEnd = 8, SuspendEEBegin = 9;

    private const long Allocating = 11, Sampler = 33;

    [Theory]
    [InlineData("modes")]
    [InlineData("sets")]
    public void Nothing_is_said_of_a_whole_trace(string name) => SaidFirst.Of(new LostEvents(name).Read(), null);

    /// <summary>What is left of the events tells that there were collections, by their numbers.</summary>
    [Theory]
    [InlineData("modes", GCStart)]
    [InlineData("modes", GCEnd)]
    [InlineData("modes", HeapStats)]
    [InlineData("modes", SuspendEEBegin)]
    [InlineData("modes", RestartEEBegin, RestartEEEnd)]
    [InlineData("modes", GCStart, SuspendEEBegin, SuspendEEEnd, RestartEEBegin, RestartEEEnd)]
    [InlineData("modes", GCEnd, HeapStats, SuspendEEBegin, SuspendEEEnd, RestartEEBegin, RestartEEEnd)]
    [InlineData("sets", GCStart)]
    [InlineData("sets", GCStart, GCEnd)]
    [InlineData("sets", SuspendEEBegin)]
    public void Events_of_a_kind_are_lost(string name, params int[] kinds)
    {
        var trace = new LostEvents(name);
        foreach (var kind in kinds)
            trace.Without(kind);
        var recording = trace.Read();
        var told = recording.DotNet!;
        Assert.True(told.MissingCollections >= 10, $"{told.MissingCollections} of {told.CountedCollections} are missing");
        Assert.True(told.CountedCollections - told.MissingCollections <= 2, $"{told.MissingCollections} of {told.CountedCollections} are missing");
        SaidFirst.Of(
            recording, $"{told.CountedCollections - told.MissingCollections} of {told.CountedCollections} collections that the runtime counted were told");
    }

    [Fact]
    public void The_runtimes_buffers_overflow() =>
        SaidFirst.Of(new LostEvents("modes").Overflow(7).Read(), "7 events of the runtime were lost");

    /// <summary>A sampling profiler stops all threads again and again; of its own stops all is told, or their beginning is lost.</summary>
    [Theory]
    [InlineData(false, null)]
    [InlineData(true, "1 of 100 collections that the runtime counted were told")]
    public void Another_listener_stops_the_threads(bool beginsAreLost, string? said)
    {
        var reducer = new CollectionReducer(new Allowance(() => 0));
        for (var number = 1; number <= 100; number++)
        {
            var sampled = number > 1;
            if (sampled && !beginsAreLost)
                reducer.Suspending(number, GCSuspendEEReason.SuspendOther, Sampler);
            reducer.Suspending(number + 0.1, GCSuspendEEReason.SuspendForGC, Allocating);
            if (sampled)
            {
                reducer.Suspended(number + 0.2, Sampler);
                reducer.Restarting(number + 0.3, Sampler);
                reducer.Restarted(number + 0.3, Sampler);
            }
            reducer.Suspended(number + 0.4, Allocating);
            reducer.Began(number + 0.5, number, 0, CollectionKind.Blocking, CollectionReason.AllocSmall);
            reducer.Ended(number + 0.6, number);
            reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
            reducer.Restarting(number + 0.7, Allocating);
            reducer.Restarted(number + 0.7, Allocating);
        }
        var (collections, pauses) = reducer.Take(goesOn: false);
        SaidFirst.Of(
            MadeTraces.Recording(MadeTraces.Trace([.. collections]) with
            {
                Pauses = pauses,
                CountedCollections = reducer.Counted,
                MissingCollections = reducer.Missing,
            }),
            said);
    }

    /// <summary>A heap of 32 MiB, of which half was another's when it was read.</summary>
    [Theory]
    [InlineData(0, null)]
    [InlineData(1, null)]
    [InlineData(16, "malloc counts 32 MiB in its arenas, and what stands there adds up to 1")]
    public void An_arena_is_torn(int mebibytes, string? said)
    {
        var arena = new MadeArena();
        arena.Tear(8 << 20, (8 + mebibytes) << 20);
        SaidFirst.Of(
            MadeFamilies.Recording(MadeFamilies.Master() with { Allocator = new AllocatorFacts("glibc", "2.36", 1, null) { Arenas = arena.Walk() } }), said);
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(10, null)]
    [InlineData(40, "Ruby counts 64 pages of its heap, and 24 were found")]
    public void Pages_of_Rubys_heap_are_torn(int torn, string? said)
    {
        var pages = new MadeRubyPages(64);
        for (var page = 0; page < torn; page++)
            pages.TearPage(page);
        SaidFirst.Of(Ruby(pages.Read(), new() { ["heap_eden_pages"] = 64 }), said);
    }

    /// <summary>Where their memory reads as zeros, slots look free: 64 pages of 1,000 strings, nine tenths of them old.</summary>
    [Theory]
    [InlineData(0, null)]
    [InlineData(10, null)]
    [InlineData(40, "Ruby counts 64,000 live slots, 57,600 of them old, and 40,768 free ones, and 24,000 live ones were found")]
    public void Slots_of_Rubys_heap_are_torn(int torn, string? said)
    {
        var pages = new MadeRubyPages(64);
        for (var page = 0; page < torn; page++)
            pages.TearSlots(page);
        SaidFirst.Of(
            Ruby(pages.Read(), new() { ["heap_eden_pages"] = 64, ["heap_live_slots"] = 64_000, ["heap_free_slots"] = 40_768, ["old_objects"] = 57_600 }), said);
    }

    /// <summary>In the second since Ruby was asked, all free slots were taken: that is its work, and no loss.</summary>
    [Theory]
    [InlineData(8_000, 120_000, null)]
    [InlineData(8_000, 20_000, "Ruby counts 8,000 live slots, 0 of them old, and 20,000 free ones, and 64,000 live ones were found")]
    public void Slots_that_Ruby_filled_meanwhile_are_none(long live, long free, string? said) => SaidFirst.Of(
        Ruby(new MadeRubyPages(64).Read(), new() { ["heap_eden_pages"] = 64, ["heap_live_slots"] = live, ["heap_free_slots"] = free }), said);

    private static Recording Ruby(RubyHeap heap, Dictionary<string, long> stat) => MadeFamilies.Recording(MadeFamilies.Master() with
    {
        Runtime = new RuntimeFacts("cruby", "3.3.8", null),
        RubyHeap = heap,
        RubyKit = new RubyKit(DateTimeOffset.UnixEpoch, stat, [], null),
    });
}
