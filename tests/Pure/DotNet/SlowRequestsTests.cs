using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Capture.Requests;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Requests and pauses that were made up: which belong together, and which only seem to.</summary>
public sealed class SlowRequestsTests
{
    /// <summary>Blocking collections of a second, ten seconds apart, in a trace of 100 s.</summary>
    internal static readonly DotNetCollection[] Stops =
        [.. Enumerable.Range(0, 9).Select(number => Collection(number + 1, 2, 5 + (10 * number), pause: 1))];

    [Fact]
    public void Those_that_a_pause_met_are_its_and_so_are_those_in_its_queue()
    {
        // Two are under way all the time; each pause leaves six more, which are gone two seconds after it.
        var requests = Steady()
            .Concat(Stops.SelectMany(stop => Enumerable.Range(0, 6).Select(number => new RequestTime(stop.At + 1.02, 1 + (number * 0.1)))));
        var found = Single(requests, Stops);
        Assert.Equal((54, 54), (found.Slow, found.HeldUp[0].Requests));
        Assert.Equal(PauseKind.BlockingGen2, found.HeldUp[0].Kind);
        Assert.True(found.HeldUp[0].MoreThanChance);
        Assert.Equal(10, found.HeldUp[0].PeriodSeconds!.Value, 6);
        // They began after it: their own second is not the pause's.
        Assert.Equal(0, found.SlowByPauses);
    }

    [Fact]
    public void A_request_that_stood_still_would_have_been_quick()
    {
        var found = Single(Steady().Concat(Stops.Select(stop => new RequestTime(stop.At - 0.1, 1.2))), Stops);
        Assert.Equal((9, 9), (found.Slow, found.SlowByPauses));
    }

    [Fact]
    public void What_overlaps_pauses_by_chance_is_not_laid_at_their_door()
    {
        // One after the other all the time, whatever the pauses.
        var requests = Enumerable.Range(0, 140).Select(number => new RequestTime(number * 0.7, 0.6));
        DotNetCollection[] shorter = [.. Stops.Select(stop => Collection(stop.Number, 2, stop.At, pause: 0.1))];
        var found = Single(requests, shorter);
        Assert.Equal(found.HeldUp[0].ByChance, found.HeldUp[0].Share, 1);
        Assert.False(found.HeldUp[0].MoreThanChance);
        Assert.Null(Found(new SlowRequestsHeldUp(), Watched(requests, shorter)));
    }

    [Fact]
    public void The_chance_is_that_of_starts_spread_evenly()
    {
        // Nine pauses of 1 s in 100 s: a request of 0.5 s overlaps one from 0.5 s before it on.
        var found = Single([new RequestTime(0, 0.5), new RequestTime(50, 0.5)], Stops);
        Assert.Equal(9 * 1.5 / 100, found.HeldUp[0].ByChance, 9);
        // One that is longer than the time between them overlaps always.
        Assert.Equal(1, Single([new RequestTime(0, 40)], Stops).HeldUp[0].ByChance, 9);
    }

    [Fact]
    public void Many_requests_of_one_moment_are_one_coincidence()
    {
        var crowd = Enumerable.Range(0, 50).Select(number => new RequestTime(14.6 + (number * 0.01), 0.6))
            .Concat([new RequestTime(30, 0.6), new RequestTime(40, 0.6), new RequestTime(50, 0.6)]);
        var found = Single(crowd, Stops);
        Assert.Equal(50, found.HeldUp[0].Requests);
        Assert.False(found.HeldUp[0].MoreThanChance);
    }

    /// <summary>Long polls, one after the other and beside each other, all the time.</summary>
    [Fact]
    public void Connections_that_stay_open_do_not_hide_what_a_pause_held_up()
    {
        var queues = Stops.SelectMany(stop => Enumerable.Range(0, 6).Select(number => new RequestTime(stop.At + 1.02, 1 + (number * 0.1))));
        var open = Enumerable.Range(0, 8).Select(number => new RequestTime(number * 12, 13));
        var found = Single(Steady().Concat(queues).Concat(open).OrderBy(request => request.At), Stops);
        Assert.True(found.HeldUp[0].MoreThanChance);
        Assert.Equal((8, 62), (found.HeldUp[0].TooLong, found.Slow));
        var finding = Found(new SlowRequestsHeldUp(), Watched(Steady().Concat(queues).Concat(open), Stops))!;
        Assert.Contains(finding.Evidence, row => row.Text == "8 that no such pause makes slow, so long are they, count for nothing in that");
        // Alone they show nothing, though each meets one.
        Assert.False(Single(open, Stops).HeldUp[0].MoreThanChance);
    }

    [Theory]
    [InlineData(14.9, 1.3, true)] // it stood still for a second of it
    [InlineData(15.9, 0.8, false)]
    public void One_alone_is_a_coincidence_unless_the_pause_made_it_slow(double at, double seconds, bool told) =>
        Assert.Equal(told, Single(Steady().Append(new RequestTime(at, seconds)), Stops[..2]).HeldUp[0].IsWhy);

    [Fact]
    public void Each_pause_is_of_the_kind_of_the_collection_that_began_in_it()
    {
        var trace = Trace(
            Collection(1, 0, 1), Collection(2, 2, 2), Collection(3, 2, 3, kind: CollectionKind.Background)) with
        {
            Pauses = [new(0.999, 0.01), new(1.999, 0.01), new(2.999, 0.01), new(4, 0.01)],
        };
        var kinds = PauseKinds.Of(trace);
        Assert.Equal([0.999], kinds[PauseKind.Young].Select(pause => pause.At));
        Assert.Equal([1.999], kinds[PauseKind.BlockingGen2].Select(pause => pause.At));
        Assert.Equal([2.999, 4], kinds[PauseKind.Background].Select(pause => pause.At)); // its second stop begins no collection
    }

    /// <summary>Requests of 0.6 to 24 s that lie across each other, none of them after 80 s; what each met is looked up pause by pause.</summary>
    [Fact]
    public void Pauses_that_held_up_several_count_once_and_in_order()
    {
        DotNetCollection[] collections = [.. Enumerable.Range(0, 100).Select(number => Collection(number + 1, 0, number, pause: 0.1 + (number % 7 * 0.05)))];
        RequestTime[] slow = [.. Enumerable.Range(0, 37).Select(number => new RequestTime(1.56 * number, 0.6 + (number % 12 == 5 ? 23 : number % 3 * 0.3)))];
        var trace = Trace(collections);
        // Nothing is known of queues.
        var held = Assert.Single(Assert.Single(SlowRequests.All(Recording(trace with
        {
            Requests = [new RequestTimes(RequestSource.Served, slow.Length, 0.05, slow, 0.01, [])],
        }))).HeldUp);
        bool Met(DotNetPause pause, RequestTime request) => pause.At < request.End && pause.At + pause.Seconds > request.At;
        var met = trace.Pauses.Where(pause => slow.Any(request => Met(pause, request))).ToList();
        Assert.InRange(met.Count, 40, 80);
        Assert.Equal(met, held.Pauses);
        Assert.Equal(slow.Count(request => trace.Pauses.Any(pause => Met(pause, request))), held.Requests);
        Assert.InRange(held.Requests, 1, slow.Length - 1);
    }

    /// <summary>Ten begin in a pause of 0.1 s, and are gone 2 s later or never; one begins beside them and is slow for itself.</summary>
    [Theory]
    [InlineData(2, 6.09, 1)] // the pause ended at 5.1
    [InlineData(2, 6.11, 0)]
    [InlineData(1000, 6.09, 1)]
    [InlineData(1000, 6.11, 0)]
    [InlineData(0.4, 5.4, 1)]
    [InlineData(0.4, 5.43, 0)]
    public void A_queue_is_over_when_it_is_gone_or_after_ten_pauses(double seconds, double at, int met)
    {
        var queue = Enumerable.Range(0, 10).Select(_ => new RequestTime(5.015, seconds));
        var trace = Watched(Steady().Concat(queue), [Collection(1, 2, 5, pause: 0.1)]);
        RequestTimes alone = trace.Requests![0] with { Longer = [new(at, 0.6)] };
        Assert.Equal(met, SlowRequests.All(Recording(trace with { Requests = [alone] }))[0].HeldUp[0].Requests);
    }

    [Theory]
    [InlineData(20_000, "20,000, 20,000 of them in 0.50 s or more")]
    [InlineData(20_001, "20,001, 20,001 of them in 1.00 s or more, of which 20,000 were kept")]
    public void Those_that_all_took_just_as_long_are_counted_though_they_are_too_many_to_keep(int number, string counted) => Assert.Equal(
        [$"requests served: {counted} (a wait before the server read them is not seen); no pause came"],
        RequestWords.Of(SlowRequests.All(Recording(Watched(TimedOut(number), [])))));

    /// <summary>Each after a second, over all the time.</summary>
    internal static IEnumerable<RequestTime> TimedOut(int number) => Enumerable.Range(0, number).Select(each => new RequestTime(each * 100.0 / number, 1));

    /// <summary>Two under way at any time, none of them slow.</summary>
    internal static IEnumerable<RequestTime> Steady() => Enumerable.Range(0, 1000).Select(number => new RequestTime(number * 0.1, 0.2));

    private static SlowRequests Single(IEnumerable<RequestTime> requests, DotNetCollection[] collections) =>
        Assert.Single(SlowRequests.All(Recording(Watched(requests, collections))));

    internal static DotNetTrace Watched(IEnumerable<RequestTime> requests, DotNetCollection[] collections)
    {
        var watched = new RequestReducer(RequestSource.Served);
        foreach (var request in requests)
            watched.Add(request);
        return Trace(collections) with { Requests = [watched.Result()] };
    }
}
