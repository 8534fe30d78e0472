using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>Collections of events that were made up.</summary>
public sealed class CollectionReducerTests
{
    private const int Caller = 3;

    /// <summary>Threads that stop the others.</summary>
    private const long Allocating = 11, Marking = 22, Sampler = 33;

    private readonly CollectionReducer _reducer = new(new Allowance(() => 0));

    /// <summary>In provisional mode: the runtime has done with generation 1, and finds that it needs all.</summary>
    [Fact]
    public void Two_in_one_stop_are_two_each_with_its_part_of_the_pause()
    {
        _reducer.Triggered(CollectionReason.AllocSmall, Caller);
        Stop(1);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        Collect(8, 2, CollectionReason.FullWhereProvisional, 1.6, 2.5);
        _reducer.Restarted(2.6, Allocating);
        var (collections, pauses) = _reducer.Take(goesOn: false);
        Assert.Equal([(7, 1, 0.6, 0.1, 0.3), (8, 2, 1.0, 0.0, 0.9)], collections.Select(Figures));
        Assert.All(collections, collection => Assert.Equal(Caller, collection.Stack));
        Assert.Equal(1.6, Assert.Single(pauses).Seconds, 6);
    }

    /// <summary>The runtime dropped the event that threads run again: how long they stood still cannot be told.</summary>
    [Fact]
    public void One_whose_stop_has_no_end_is_left_out_and_does_not_lengthen_the_next()
    {
        Stop(1);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        Stop(10);
        Collect(8, 2, CollectionReason.AllocSmall, 10.2, 10.5);
        _reducer.Restarted(10.6, Allocating);
        Assert.Equal([(8, 2, 0.6, 0.1, 0.3)], _reducer.Take(goesOn: false).Collections.Select(Figures));
    }

    /// <summary>Of several heaps, whose threads tell what they remember when all else has been told: before what came is asked for, or after.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_history_that_comes_last_is_its_background_collections(bool asked)
    {
        Background(7, 1);
        if (asked)
            Assert.Empty(_reducer.Take(goesOn: true).Collections);
        Remember();
        var told = Assert.Single(_reducer.Take(goesOn: true).Collections);
        Assert.Equal((7, 2, true, 30), (told.Number, told.Heaps, told.Compacting, told.MemoryLoadPercent));
        Assert.Equal([11, 22, 33, 44, 55], told.Before);
    }

    /// <summary>The runtime dropped it: the collection waits for one call, and at the end for none.</summary>
    [Fact]
    public void A_history_that_never_comes_keeps_nothing_back()
    {
        Background(7, 1);
        Assert.Empty(_reducer.Take(goesOn: true).Collections);
        Assert.Null(Assert.Single(_reducer.Take(goesOn: true).Collections).Heaps);
        Background(8, 3);
        Assert.Equal(8, Assert.Single(_reducer.Take(goesOn: false).Collections).Number);
    }

    [Fact]
    public void A_history_is_not_the_one_before_whose_own_was_lost()
    {
        Background(7, 1);
        Background(8, 3);
        Remember();
        Assert.Equal([null, 2], _reducer.Take(goesOn: false).Collections.Select(collection => collection.Heaps));
    }

    /// <summary>While somebody listens for survivors a background collection stops the threads once more: for that, and not for itself.</summary>
    [Fact]
    public void A_stop_in_which_survivors_are_told_is_none_of_its_collection()
    {
        Stop(1);
        _reducer.Began(1.2, 7, 2, CollectionKind.Background, CollectionReason.AllocLarge);
        _reducer.Restarted(1.3, Allocating);
        Prepare(2, told: false);
        Prepare(3, told: true);
        _reducer.Ended(4, 7);
        _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        Stop(5);
        Collect(8, 0, CollectionReason.AllocSmall, 5.2, 5.5);
        _reducer.Telling();
        _reducer.Restarted(5.6, Allocating);
        var (collections, pauses) = _reducer.Take(goesOn: false);
        Assert.Equal([(7, 2, 0.8, 0.2, 2.8), (8, 0, 0.6, 0.1, 0.3)], collections.Select(Figures));
        Assert.Equal([false, false, true, false], pauses.Select(pause => pause.TellsSurvivors));

        void Prepare(double at, bool told)
        {
            _reducer.Suspending(at, GCSuspendEEReason.SuspendForGCPrep, Marking);
            _reducer.Suspended(at + 0.1, Marking);
            if (told)
                _reducer.Telling();
            _reducer.Restarted(at + 0.5, Marking);
        }
    }

    /// <summary>A sampling profiler stops and restarts the threads while a collection waits to do so: it took its stop for the collection's.</summary>
    [Fact]
    public void Stops_of_others_neither_end_nor_begin_one()
    {
        _reducer.Suspending(0.9, GCSuspendEEReason.SuspendOther, Sampler);
        _reducer.Suspending(1, GCSuspendEEReason.SuspendForGC, Allocating);
        _reducer.Suspended(1.01, Sampler);
        _reducer.Restarted(1.05, Sampler);
        _reducer.Suspended(1.1, Allocating);
        _reducer.Suspending(1.15, GCSuspendEEReason.SuspendOther, Sampler);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        _reducer.Restarted(1.6, Allocating);
        _reducer.Suspended(1.61, Sampler);
        _reducer.Restarted(1.65, Sampler);
        var (collections, pauses) = _reducer.Take(goesOn: false);
        Assert.Equal([(7, 1, 0.6, 0.1, 0.3)], collections.Select(Figures));
        Assert.Equal((1, 0.6), (pauses.Single().At, Math.Round(pauses.Single().Seconds, 6)));
        Assert.Equal((2, 0.65, 0), (_reducer.OtherStops.Count, Math.Round(_reducer.OtherStops.Seconds, 6), _reducer.Missing));
    }

    /// <summary>A young collection is begun while the background one waits for its turn to stop the threads.</summary>
    [Fact]
    public void Two_that_wait_for_their_turn_are_told_apart()
    {
        Stop(1);
        _reducer.Began(1.2, 7, 2, CollectionKind.Background, CollectionReason.AllocLarge);
        _reducer.Restarted(1.3, Marking);
        _reducer.Suspending(2, GCSuspendEEReason.SuspendForGC, Allocating);
        _reducer.Suspending(2.05, GCSuspendEEReason.SuspendForGCPrep, Marking);
        _reducer.Suspended(2.1, Allocating);
        Collect(8, 0, CollectionReason.AllocSmall, 2.2, 2.5, CollectionKind.Foreground);
        _reducer.Restarted(2.6, Allocating);
        _reducer.Suspended(2.7, Marking);
        _reducer.Restarted(3, Marking);
        _reducer.Ended(4, 7);
        _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        Assert.Equal([(7, 2, 1.25, 0.75, 2.8), (8, 0, 0.6, 0.1, 0.3)], _reducer.Take(goesOn: false).Collections.Select(Figures));
    }

    /// <summary>
    /// On a busy machine: the marking thread lets the others go on, is put off the processor, and tells that it has when they have been stopped again.
    /// Two of 28 collections were not told, and 77 ms of pauses with them.
    /// </summary>
    [Theory]
    [InlineData(GCSuspendEEReason.SuspendForGC)]
    [InlineData(GCSuspendEEReason.SuspendOther)]
    public void A_stop_that_begins_before_the_last_has_told_its_end_is_told_apart(GCSuspendEEReason reason)
    {
        Background(7, 1);
        Stop(3);
        _reducer.Began(3.2, 8, 2, CollectionKind.Background, CollectionReason.AllocLarge);
        _reducer.Restarted(3.3, Allocating);
        _reducer.Suspending(4, GCSuspendEEReason.SuspendForGCPrep, Marking);
        _reducer.Suspended(4.1, Marking);
        _reducer.Restarting(4.4, Marking);
        _reducer.Suspending(4.5, reason, Allocating);
        _reducer.Suspended(4.6, Allocating);
        if (reason == GCSuspendEEReason.SuspendForGC)
            _reducer.Began(4.6, 9, 0, CollectionKind.Foreground, CollectionReason.AllocSmall);
        _reducer.Restarted(4.7, Marking);
        if (reason == GCSuspendEEReason.SuspendForGC)
        {
            _reducer.Ended(4.8, 9);
            _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        }
        _reducer.Restarting(4.8, Allocating);
        _reducer.Restarted(4.9, Allocating);
        _reducer.Ended(5, 8);
        _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        var (collections, pauses) = _reducer.Take(goesOn: false);
        Assert.Equal((8, 2, 0.7, 0.2, 1.8), Figures(collections.Single(collection => collection.Number == 8)));
        double[] young = reason == GCSuspendEEReason.SuspendForGC ? [0.4] : [];
        Assert.Equal([0.2, 0.3, 0.4, .. young], pauses.Select(pause => Math.Round(pause.Seconds, 6)));
        Assert.Equal((reason == GCSuspendEEReason.SuspendForGC ? 3 : 2, 0), (collections.Count, _reducer.Missing));
    }

    /// <summary>The runtime dropped that the last stop was over: that is known by the next one, and the one after it has its own end.</summary>
    [Fact]
    public void An_end_that_was_not_told_is_the_last_stops_only()
    {
        Stop(1);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        _reducer.Restarting(1.6, Allocating);
        Stop(10);
        Collect(8, 2, CollectionReason.AllocSmall, 10.2, 10.5);
        _reducer.Restarting(10.6, Allocating);
        _reducer.Restarted(10.7, Allocating);
        Assert.Equal([(7, 1, 0.6, 0.1, 0.3), (8, 2, 0.7, 0.1, 0.3)], _reducer.Take(goesOn: false).Collections.Select(Figures));
    }

    /// <summary>The runtime numbers its collections: one whose events were lost leaves a gap.</summary>
    [Fact]
    public void What_the_runtime_counted_and_did_not_tell_is_missing()
    {
        Stop(1);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        _reducer.Restarted(1.6, Allocating);
        Assert.Equal((1, 0), (_reducer.Counted, _reducer.Missing));
        Stop(2);
        Collect(10, 1, CollectionReason.AllocSmall, 2.2, 2.5);
        _reducer.Restarted(2.6, Allocating);
        Stop(3);
        _reducer.Began(3.2, 11, 0, CollectionKind.Blocking, CollectionReason.AllocSmall);
        Assert.Equal((5, 2), (_reducer.Counted, _reducer.Missing));
    }

    /// <summary>What a trace that begins within a collection lacks of it is no loss.</summary>
    [Fact]
    public void The_first_that_is_told_from_its_beginning_counts_first()
    {
        Collect(6, 1, CollectionReason.AllocSmall, 0.1, 0.2);
        _reducer.Restarted(0.3, Allocating);
        Stop(1);
        Collect(7, 1, CollectionReason.AllocSmall, 1.2, 1.5);
        _reducer.Restarted(1.6, Allocating);
        Assert.Equal((1, 0), (_reducer.Counted, _reducer.Missing));
    }

    private void Remember()
    {
        _reducer.Remembered(background: true, heaps: 2, compacting: true, load: 30);
        _reducer.RememberedByHeap([1, 2, 3, 4, 5], [0, 1, 1, 0, 2]);
        _reducer.RememberedByHeap([10, 20, 30, 40, 50], [0, 0, 5, 0, 0]);
    }

    private void Background(int number, double at)
    {
        Stop(at);
        _reducer.Began(at + 0.1, number, 2, CollectionKind.Background, CollectionReason.AllocLarge);
        _reducer.Restarted(at + 0.2, Allocating);
        _reducer.Ended(at + 1, number);
        _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
    }

    private static (int Number, int Generation, double Pause, double Suspend, double Seconds) Figures(DotNetCollection collection) => (
        collection.Number, collection.Generation, Math.Round(collection.PauseSeconds, 6), Math.Round(collection.SuspendSeconds, 6),
        Math.Round(collection.Seconds, 6));

    private void Stop(double at)
    {
        _reducer.Suspending(at, GCSuspendEEReason.SuspendForGC, Allocating);
        _reducer.Suspended(at + 0.1, Allocating);
    }

    private void Collect(
        int number, int generation, CollectionReason reason, double from, double to, CollectionKind kind = CollectionKind.Blocking)
    {
        _reducer.Began(from, number, generation, kind, reason);
        _reducer.Ended(to, number);
        _reducer.Sized([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
    }
}
