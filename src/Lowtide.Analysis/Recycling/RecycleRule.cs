namespace Lowtide.Analysis.Recycling;

/// <summary>
/// Whether a worker is to be recycled now, and which. Private memory counts: that alone is freed when a worker ends. And of that the part which a fresh worker
/// would not hold again soon: shared pages that every worker copies within a minute of its start are no reason.
/// </summary>
public static class RecycleRule
{
    /// <summary>Of what a worker holds, on the mean until its turn comes again. Less is not worth the end of a worker that has warmed up.</summary>
    public const double LeastGain = 0.1;

    /// <summary>Of a processor: a server that uses less is quiet, whatever is usual.</summary>
    private const double Idle = 0.05;

    /// <summary>What an overlap takes is known roughly: a tenth and this more must be free.</summary>
    private const long Spare = 16 * Amount.MiB;

    public static RecycleDecision Decide(GuardedFamily family, GuardPolicy policy, GuardState state)
    {
        if (family.Workers.Count == 0 || !IsOver(family.Workers, family.PssBytes, policy))
            return RecycleDecision.Nothing;
        var over = Over(family, policy);
        var between = policy.SecondsBetween(family.Workers.Count);
        var worker = (over.Count > 0 ? over : family.Workers).MaxBy(one => one.PrivateBytes)!;
        if (state.Closed is { } closed)
            return Refuse(RecycleReason.Closed, closed);
        if (over.Count == 0)
            return state.OverFor < policy.Grace ? RecycleDecision.Nothing
                : Wait(RecycleReason.Serving, "no worker of it that is over a limit was seen to serve");
        var gain = family.Fresh is { } fresh ? Gain(fresh, worker.PrivateBytes!.Value, between) : (long?)null;

        if (gain < LeastGain * worker.PrivateBytes)
            return Refuse(RecycleReason.NoGain, NoGain(family, worker, between));
        if (state.Held is { } held)
            return Wait(RecycleReason.Held, held);
        if (state.Respawns >= policy.RespawnsAnHour)
            return Wait(RecycleReason.Budget, $"its budget of {Amount.Count(state.Respawns, "respawn")} an hour is used up");
        if (state.HostLeft <= 0)
            return Wait(RecycleReason.HostBudget, "the machine's budget of this hour is used up");
        if (gain is null && family.IsLearning)
            return Wait(RecycleReason.Learning, $"what a fresh worker holds is being learned: one has to live for {Amount.Time(family.LearnSeconds)}");
        var others = family.Workers.Count(one => one != worker && one.Serves);
        var standby = false;
        if (TooFewServe(family, policy, others) is { } tooFew)
        {
            // One that is started first takes its place before it ends; not where another has yet to come.
            standby = family.HasStandby && others + 1 >= family.MostServing && TooFewServe(family, policy, others + 1) is null;
            if (!standby)
                return Wait(RecycleReason.Serving, tooFew);
        }
        if (NoRoom(family, worker, standby) is { } noRoom)
            return Wait(RecycleReason.Room, noRoom);
        var isQuiet = family.Busy <= Idle || family.Busy <= family.UsualBusy;
        if (!isQuiet && state.QuietAwaitedFor < policy.QuietWithin)
            return Wait(RecycleReason.Busy, family.UsualBusy is { } usual ? $"it uses {family.Busy:0.00} processors, and {usual:0.00} are usual"
                : "how busy it usually is is not known yet");
        return new RecycleDecision(RecycleKind.Recycle, RecycleReason.OverLimit, Why(family, policy, worker, gain))
        {
            Worker = worker, GainBytes = gain, WithStandby = standby,
        };

        RecycleDecision Wait(string reason, string why) => new(RecycleKind.Wait, reason, why) { Worker = worker };

        RecycleDecision Refuse(string reason, string why) => new(RecycleKind.Refuse, reason, why) { Worker = worker };
    }

    /// <summary>What a worker that stays would hold, against one that is started now, both on average until its turn comes again: a leak goes on in both.
    /// </summary>
    private static long Gain(FreshWorker fresh, long held, double between) => (long)(held + (fresh.Slope * between / 2) - fresh.MeanOver(between));

    /// <summary>Whether a worker is over a limit, or all of them together are.</summary>
    public static bool IsOver(IReadOnlyList<GuardedWorker> workers, long? pssBytes, GuardPolicy policy) =>
        pssBytes > policy.FamilyLimitBytes || workers.Any(worker => worker.PrivateBytes > policy.PrivateLimitBytes);

    /// <summary>Those that may be asked: each that is over a limit of its own; all, where the family is over its.</summary>
    private static List<GuardedWorker> Over(GuardedFamily family, GuardPolicy policy)
    {
        var read = family.Workers.Where(worker => worker is { Serves: true, PrivateBytes: not null }).ToList();
        return family.PssBytes > policy.FamilyLimitBytes ? read : [.. read.Where(worker => worker.PrivateBytes > policy.PrivateLimitBytes)];
    }

    private static string NoGain(GuardedFamily family, GuardedWorker worker, double between)
    {
        var held = worker.PrivateBytes!.Value;
        var back = family.Fresh!.SecondsTo((1 - LeastGain) * held);
        var soon = back < between ? $"a fresh worker holds {Amount.Bytes((long)((1 - LeastGain) * held))} again after {Amount.Time(back.Value)}"
            : $"a fresh worker holds {Amount.Bytes((long)family.Fresh.MeanOver(between))} itself";
        return $"recycling gains nothing: {soon}" + (family.Instead is { } instead ? $"; {instead}" : "");
    }

    private static string? TooFewServe(GuardedFamily family, GuardPolicy policy, int others)
    {
        if (policy.LeastServing is { } least)
            return others >= least ? null : $"{Amount.Count(others, "other")} would serve, and {least} must";
        if (family.IsAlone)
            return null;
        return others == 0 ? "nobody else would serve meanwhile (--least-serving 0 permits that)"
            : others >= family.MostServing - 1 ? null : $"{Amount.Count(others, "other")} would serve of {family.MostServing - 1}";
    }

    private static string? NoRoom(GuardedFamily family, GuardedWorker worker, bool standby)
    {
        var copied = worker.SharedBytes ?? 0;
        var second = standby ? Math.Max(worker.PrivateBytes!.Value, (long)(family.Fresh?.At(0) ?? 0)) : 0;
        var need = ((copied + second) * 11 / 10) + Spare;
        return family.RoomBytes is not { } room ? "how much memory is free is not known"
            : room >= need ? null : $"its end and its replacement may take {Amount.Bytes(need)} for a while, and {Amount.Bytes(room)} are free";
    }

    private static string Why(GuardedFamily family, GuardPolicy policy, GuardedWorker worker, long? gain)
    {
        var held = worker.PrivateBytes!.Value;
        var over = held > policy.PrivateLimitBytes
            ? $"{Amount.Bytes(held)} private, limit {Amount.Bytes(policy.PrivateLimitBytes.Value)}"
            : $"the largest of {family.Workers.Count} ({Amount.Bytes(held)} private) of {Amount.Bytes(family.PssBytes!.Value)}, limit {
                Amount.Bytes(policy.FamilyLimitBytes!.Value)}";
        var gains = gain is { } bytes
            ? $"over {Amount.Time(policy.SecondsBetween(family.Workers.Count))} a fresh one holds {Amount.Bytes(bytes)} less on average"
            : "none was seen from its start yet, so how much of that comes back is not known";
        return $"{over}; {gains}";
    }
}
