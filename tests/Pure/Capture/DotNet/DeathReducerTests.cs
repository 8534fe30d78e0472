using Lowtide.Capture.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>Objects that are followed through collections of events that were made up.</summary>
public sealed class DeathReducerTests
{
    private const int Bytes = 100_000;
    private const ulong Dies = 0x1000, Lives = 0x2000, Length = 0x10000;

    private readonly DeathReducer _deaths = new();

    [Fact]
    public void What_no_range_holds_is_dead()
    {
        AllocateBoth();
        Collect(1, 2, endsAt: 5);
        Assert.Equal([new DotNetDied("Row", DotNetHeap.Large, 1, Bytes, 4, 7)], _deaths.Result().Died);
        MustTell(until: 5, notJudged: 0, lostSight: 0, reached: 2 * Bytes);
    }

    /// <summary>Two collections of the youngest take it into generation 2, which the third finds it dead in; as a young one it had been garbage.</summary>
    [Fact]
    public void Only_who_came_into_generation_2_dies_there()
    {
        _deaths.Allocated("Row", DotNetHeap.Small, 7, Lives, Bytes, at: 1);
        _deaths.Allocated("Row", DotNetHeap.Small, 7, Dies, Bytes, at: 1);
        Collect(1, 0, endsAt: 2, generation: 0);
        Collect(2, 1, endsAt: 3, generation: 1);
        Assert.Empty(_deaths.Result().Died);
        MustTell(until: null, notJudged: 0, lostSight: 0, reached: 0);
        _deaths.Began(3, 2, background: false, eventsLost: 0, at: 8);
        _deaths.Lies(Dies, Length, 2);
        Tell(0);
        _deaths.Ended(3, eventsLost: 0, at: 9);
        Assert.Equal([new DotNetDied("Row", DotNetHeap.Small, 1, Bytes, 8, 7)], _deaths.Result().Died);
        MustTell(until: 9, notJudged: 0, lostSight: 0, reached: Bytes);
    }

    /// <summary>Some of its survivors were lost, or all: what was in front of it is not followed further, and never said to have died.</summary>
    [Theory]
    [InlineData(0, 2)]
    [InlineData(1)]
    [InlineData]
    public void A_collection_that_did_not_tell_all_is_not_judged(params int[] indexes)
    {
        AllocateBoth();
        _deaths.Began(1, 2, background: false, eventsLost: 0, at: 4);
        foreach (var index in indexes)
            Tell(index);
        _deaths.Ended(1, eventsLost: 0, at: 5);
        MustTell(until: null, notJudged: 1, lostSight: 2, reached: 2 * Bytes);
        Collect(2, 2, endsAt: 6);
        Assert.Empty(_deaths.Result().Died);
        MustTell(until: 6, notJudged: 1, lostSight: 2, reached: 2 * Bytes);
    }

    /// <summary>Behind a full event there comes another of its walk: without it the last was lost.</summary>
    [Theory]
    [InlineData(false, Judgement.MostStaying)]
    [InlineData(true, Judgement.MostMoved)]
    public void A_walk_whose_last_event_is_full_is_not_judged(bool moved, int full)
    {
        AllocateBoth();
        _deaths.Began(1, 2, background: false, eventsLost: 0, at: 4);
        Tell(0, full, moved);
        Tell(1, 1, moved);
        Tell(0, full - 1, moved);
        Tell(0, full, moved, thread: 2);
        Tell(0, 1, !moved, thread: 2); // numbered by itself
        Tell(1, 1, moved, thread: 2);
        _deaths.Ended(1, eventsLost: 0, at: 5);
        MustTell(until: 5, notJudged: 0, lostSight: 0, reached: 2 * Bytes);
        AllocateBoth();
        _deaths.Began(2, 2, background: false, eventsLost: 0, at: 6);
        Tell(0, full, moved);
        Tell(1, full, moved);
        Tell(0, 1, !moved);
        _deaths.Ended(2, eventsLost: 0, at: 7);
        MustTell(until: 5, notJudged: 1, lostSight: 2, reached: 4 * Bytes, followed: 4);
        AllocateBoth();
        _deaths.Began(3, 2, background: false, eventsLost: 0, at: 8);
        Tell(0, full, moved);
        Tell(0, 1, moved); // of the next walk
        _deaths.Ended(3, eventsLost: 0, at: 9);
        MustTell(until: 5, notJudged: 2, lostSight: 4, reached: 6 * Bytes, followed: 6);
    }

    /// <summary>Which event it was is not known: what is near it in time is not judged.</summary>
    [Theory]
    [InlineData(10 - (2 * DeathReducer.LotSeconds), 0)]
    [InlineData(10 - DeathReducer.LotSeconds, 1)]
    [InlineData(10.0, 1)] // seen as it began, with all of its lot
    [InlineData(11.0, 1)] // while it ran
    public void A_collection_near_a_loss_is_not_judged(double lossSeenAt, int notJudged)
    {
        AllocateBoth();
        if (lossSeenAt < 10)
            _deaths.Ended(0, eventsLost: 4, lossSeenAt); // of one that had begun before the trace
        _deaths.Began(1, 2, background: false, eventsLost: lossSeenAt <= 10 ? 4 : 0, at: 10);
        Tell(0)!.Survived(Lives, 0x10, 0);
        _deaths.Ended(1, eventsLost: 4, at: 11);
        MustTell(until: notJudged > 0 ? null : 11, notJudged, lostSight: 2 * notJudged, reached: 2 * Bytes);
    }

    /// <summary>One of which nothing came may have moved or freed anything; what is allocated later is followed again.</summary>
    [Fact]
    public void A_collection_that_is_missing_is_not_judged()
    {
        Collect(1, 2, endsAt: 1);
        AllocateBoth();
        Collect(3, 2, endsAt: 5);
        Assert.Empty(_deaths.Result().Died);
        MustTell(until: 5, notJudged: 1, lostSight: 2, reached: 0);
        AllocateBoth();
        Collect(4, 2, endsAt: 6);
        Assert.Equal(1, Assert.Single(_deaths.Result().Died).Samples);
        MustTell(until: 6, notJudged: 1, lostSight: 2, reached: 2 * Bytes, followed: 4);
    }

    [Fact]
    public void A_collection_without_its_end_is_not_judged_and_does_not_take_the_next_ones_survivors()
    {
        AllocateBoth();
        _deaths.Began(1, 2, background: false, eventsLost: 0, at: 4);
        Tell(0);
        Collect(2, 2, endsAt: 5, background: true);
        Assert.Empty(_deaths.Result().Died);
        MustTell(until: 5, notJudged: 1, lostSight: 2, reached: 2 * Bytes);
    }

    /// <summary>Half of them go, by a coin, and the others count twice; of those that come later likewise.</summary>
    [Fact]
    public void More_than_can_be_followed_are_thinned_and_their_sum_stays()
    {
        const int Later = DeathReducer.MostFollowed / 2, All = DeathReducer.MostFollowed + 1 + Later;
        for (var number = 0; number < All; number++)
            _deaths.Allocated("Row", DotNetHeap.Large, 7, Dies + (ulong)(16 * number), Bytes, at: 1);
        _deaths.Began(1, 2, background: false, eventsLost: 0, at: 4);
        Tell(0);
        _deaths.Ended(1, eventsLost: 0, at: 5);
        var died = Assert.Single(_deaths.Result().Died);
        Assert.InRange(died.Samples, 0.49 * All, 0.51 * All);
        Assert.Equal(2L * Bytes * died.Samples, died.Bytes);
        Assert.Equal(died.Bytes, _deaths.Result().ReachedBytes);
        Assert.Equal(0, _deaths.Result().LostSight);
    }

    private void AllocateBoth()
    {
        _deaths.Allocated("Row", DotNetHeap.Large, 7, Dies, Bytes, at: 1);
        _deaths.Allocated("Row", DotNetHeap.Large, 7, Lives, Bytes, at: 1);
    }

    /// <summary>One that <see cref="Lives"/> survives where it stands.</summary>
    /// <param name="generation">That both lie in as it begins; 3 for large ones.</param>
    private void Collect(int number, int condemned, double endsAt, bool background = false, int generation = 3)
    {
        _deaths.Began(number, condemned, background, eventsLost: 0, at: endsAt - 1);
        _deaths.Lies(Dies, Length, generation);
        Tell(0)!.Survived(Lives, 0x10, 0);
        _deaths.Ended(number, eventsLost: 0, at: endsAt);
    }

    private Judgement? Tell(int index, int ranges = 1, bool moved = false, int thread = 1) => _deaths.Telling(thread, moved, index, ranges);

    private void MustTell(double? until, int notJudged, long lostSight, long reached, long followed = 2)
    {
        var told = _deaths.Result();
        Assert.Equal(until, told.UntilSeconds);
        Assert.Equal((notJudged, lostSight, reached, followed), (told.NotJudged, told.LostSight, told.ReachedBytes, told.Followed));
    }
}
