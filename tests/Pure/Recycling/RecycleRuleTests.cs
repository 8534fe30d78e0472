using Lowtide.Analysis.Recycling;

namespace Lowtide.Tests.Pure.Recycling;

public sealed class RecycleRuleTests
{
    private const long MiB = 1 << 20;

    private static readonly GuardPolicy Policy = new() { PrivateLimitBytes = 400 * MiB };

    [Fact]
    public void Under_its_limit_nothing_is_done() =>
        Assert.Equal(RecycleKind.Nothing, RecycleRule.Decide(Family(399, 100), Policy, new GuardState()).Kind);

    [Fact]
    public void The_one_that_holds_most_is_recycled()
    {
        var decision = RecycleRule.Decide(Family(410, 450, 300), Policy, new GuardState());
        Assert.Equal((RecycleKind.Recycle, 2, 450 - 180), (decision.Kind, decision.Worker!.Pid, decision.GainBytes / MiB));
        Assert.Equal("450 MiB private, limit 400 MiB; over 15 min a fresh one holds 270 MiB less on average", decision.Why);
    }

    [Fact]
    public void Where_the_family_is_over_its_limit_the_one_of_which_most_comes_back()
    {
        var policy = new GuardPolicy { FamilyLimitBytes = 1000 * MiB };
        Assert.Equal(RecycleKind.Nothing, RecycleRule.Decide(Family(300, 320) with { PssBytes = 1000 * MiB }, policy, new GuardState()).Kind);
        var decision = RecycleRule.Decide(Family(300, 320) with { PssBytes = 1001 * MiB }, policy, new GuardState());
        Assert.Equal((RecycleKind.Recycle, 2), (decision.Kind, decision.Worker!.Pid));
    }

    /// <summary>Before it serves a worker has its master's handlers: it is not asked, whatever it holds.</summary>
    [Fact]
    public void One_that_does_not_serve_is_never_asked()
    {
        var family = Family(450, 300);
        family = family with { Workers = [family.Workers[0] with { Serves = false }, family.Workers[1]] };
        Assert.Equal(RecycleKind.Nothing, RecycleRule.Decide(family, Policy, new GuardState()).Kind);
        // Not in silence, where it stays so.
        var decision = RecycleRule.Decide(family, Policy, new GuardState { OverFor = Policy.Grace });
        Assert.Equal((RecycleKind.Wait, RecycleReason.Serving, 1), (decision.Kind, decision.Reason, decision.Worker!.Pid));
    }

    [Fact]
    public void What_comes_back_at_once_is_no_gain_and_the_remedy_is_named()
    {
        var family = Family(410, 300) with
        {
            Fresh = FreshWorker.Of([Course((0, 60), (60, 400), (1800, 405))], 600),
            Instead = "cpython.gc-freeze would save 500 to 600 MiB",
        };
        var decision = RecycleRule.Decide(family, Policy, new GuardState());
        Assert.Equal((RecycleKind.Refuse, RecycleReason.NoGain), (decision.Kind, decision.Reason));
        Assert.Equal(
            "recycling gains nothing: a fresh worker holds 369 MiB again after 60 s; cpython.gc-freeze would save 500 to 600 MiB", decision.Why);
    }

    /// <summary>The order is that of harm: what would be harmful is said before what only takes time.</summary>
    [Theory]
    [InlineData(RecycleReason.Closed)]
    [InlineData(RecycleReason.Held)]
    [InlineData(RecycleReason.Learning)]
    [InlineData(RecycleReason.Budget)]
    [InlineData(RecycleReason.HostBudget)]
    [InlineData(RecycleReason.Serving)]
    [InlineData(RecycleReason.Room)]
    [InlineData(RecycleReason.Busy)]
    public void Each_reason_alone_keeps_it_from_acting(string reason)
    {
        var (family, state) = (Family(410, 300), new GuardState());
        (family, state) = reason switch
        {
            RecycleReason.Closed => (family, state with { Closed = "no master" }),
            RecycleReason.Held => (family, state with { Held = "the history is not written" }),
            RecycleReason.Learning => (family with { Fresh = null, IsLearning = true }, state),
            RecycleReason.Budget => (family, state with { Respawns = 12 }),
            RecycleReason.HostBudget => (family, state with { HostLeft = 0 }),
            RecycleReason.Serving => (family with { MostServing = 3 }, state),
            // What it shares may be copied when it ends: 100 MiB, a tenth, and 16 MiB.
            RecycleReason.Room => (family with { RoomBytes = 125 * MiB }, state),
            _ => (family with { Busy = 1.5, UsualBusy = 1.4 }, state),
        };
        var decision = RecycleRule.Decide(family, Policy, state);
        Assert.Equal((reason is RecycleReason.Closed ? RecycleKind.Refuse : RecycleKind.Wait, reason), (decision.Kind, decision.Reason));
    }

    [Fact]
    public void A_quiet_moment_is_waited_for_and_not_for_ever()
    {
        var busy = Family(410, 300) with { Busy = 1.5, UsualBusy = 1.4 };
        Assert.Equal(RecycleKind.Wait, RecycleRule.Decide(busy, Policy, new GuardState { QuietAwaitedFor = TimeSpan.FromMinutes(9) }).Kind);
        Assert.Equal(RecycleKind.Recycle, RecycleRule.Decide(busy, Policy, new GuardState { QuietAwaitedFor = TimeSpan.FromMinutes(10) }).Kind);
        Assert.Equal(RecycleKind.Recycle, RecycleRule.Decide(Family(410, 300) with { Busy = 0.02, UsualBusy = 0.01 }, Policy, new GuardState()).Kind);
        // A guard that has just begun may have begun in the busiest hour.
        Assert.Equal(RecycleReason.Busy, RecycleRule.Decide(Family(410, 300) with { UsualBusy = null }, Policy, new GuardState()).Reason);
    }

    /// <summary>A leak goes on in whom a fresh one would replace, too: however long until its turn comes again, what was leaked comes back.</summary>
    [Theory]
    [InlineData(12)]
    [InlineData(1)]
    public void A_leak_is_a_gain_whatever_the_budget(int budget)
    {
        var leaks = Family(410, 300) with { Fresh = FreshWorker.Of([Course((0, 150), (1800, 250), (3600, 350))], 600) };
        var decision = RecycleRule.Decide(leaks, Policy with { RespawnsAnHour = budget }, new GuardState());
        Assert.Equal((RecycleKind.Recycle, 260.0), (decision.Kind, decision.GainBytes!.Value / (double)MiB), Same);

        static bool Same((RecycleKind, double) one, (RecycleKind, double) other) => one.Item1 == other.Item1 && Math.Abs(one.Item2 - other.Item2) < 1;
    }

    [Fact]
    public void The_only_worker_stays_unless_that_is_permitted()
    {
        Assert.Equal(RecycleReason.Serving, RecycleRule.Decide(Family(410), Policy, new GuardState()).Reason);
        Assert.Equal(RecycleKind.Recycle, RecycleRule.Decide(Family(410), Policy with { LeastServing = 0 }, new GuardState()).Kind);
    }

    /// <summary>It costs memory, and two starts for one: so only where too few would serve without it.</summary>
    [Fact]
    public void One_more_is_started_first_where_else_too_few_would_serve()
    {
        var all = Policy with { LeastServing = 2 };
        Assert.Equal(RecycleReason.Serving, RecycleRule.Decide(Family(410, 300), all, new GuardState()).Reason);
        var roomy = Family(410, 300) with { HasStandby = true, RoomBytes = 1000 * MiB };
        Assert.True(RecycleRule.Decide(roomy, all, new GuardState()) is { Kind: RecycleKind.Recycle, WithStandby: true });
        Assert.True(RecycleRule.Decide(roomy, Policy, new GuardState()) is { Kind: RecycleKind.Recycle, WithStandby: false });
        Assert.True(RecycleRule.Decide(Family(410) with { HasStandby = true, RoomBytes = 1000 * MiB }, Policy, new GuardState()).WithStandby);
        // As much again as the worker holds, and what its end copies: 410 + 100 MiB, a tenth, and 16 MiB.
        Assert.Equal(RecycleReason.Room, RecycleRule.Decide(roomy with { RoomBytes = 576 * MiB }, all, new GuardState()).Reason);
        // Who is missing already comes first.
        Assert.Equal(RecycleReason.Serving, RecycleRule.Decide(roomy with { MostServing = 3 }, all, new GuardState()).Reason);
    }

    [Fact]
    public void Nothing_is_known_before_the_first_and_then_it_teaches()
    {
        var decision = RecycleRule.Decide(Family(410, 300) with { Fresh = null }, Policy, new GuardState());
        Assert.Equal((RecycleKind.Recycle, null), (decision.Kind, decision.GainBytes));
    }

    /// <summary>All serve, there is room, and a fresh worker holds 180 MiB.</summary>
    private static GuardedFamily Family(params long[] privates) => new(
        [.. privates.Select((own, at) => new GuardedWorker(at + 1, 100 + at, $"{at}", own * MiB, 100 * MiB, Serves: true))])
    {
        PssBytes = 900 * MiB,
        RoomBytes = 200 * MiB,
        MostServing = privates.Length,
        Busy = 0.5,
        UsualBusy = 0.6,
        Fresh = FreshWorker.Of([Course((0, 180), (1800, 180))], 600),
    };

    internal static WorkerCourse Course(params (double Age, long MiB)[] readings) =>
        new([.. readings.Select(one => (one.Age, one.MiB * MiB))], HasEnded: false);
}
