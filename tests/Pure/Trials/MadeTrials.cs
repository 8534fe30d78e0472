using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Ready;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>Plans and runs as a trial would have them, of a made-up server: a master and its workers under glibc.</summary>
internal static class MadeTrials
{
    public const string Remedy = "malloc.arena-max-2";
    public const long MiB = 1 << 20;

    private static readonly LoadReport Answered = new(1000, 0, 500, 0.010, 0.050, null, null);

    public static TrialPlan Plan(ulong seed = 1, int? pairs = 6, string primary = "pss_bytes") => new()
    {
        Arms = [Arm.Of([Remedy])],
        Command = TargetCommand.Of("server"),
        Ready = new ReadySign.Address(new Uri("http://127.0.0.1:8000/")),
        Load = "load {url}",
        Warm = null,
        Seed = seed,
        Pairs = pairs,
        MostPairs = 20,
        Looks = 1,
        Primary = primary,
        Margins = new Dictionary<string, double>(),
        Effect = 0.05,
        Alpha = 0.05,
        SlowSeconds = null,
        ReadyTimeout = TimeSpan.FromSeconds(60),
        LoadTimeout = TimeSpan.FromSeconds(600),
        StopGrace = TimeSpan.FromSeconds(60),
        StopSignal = 15,
    };

    /// <summary>An arm without a remedy.</summary>
    public static Arm Setting(string name) => new(name, [], [new EnvironmentSetting("ARM", name)], null);

    public static Trial Trial(TrialPlan plan, IServerRunner servers, params ITrialObserver[] observers) =>
        new(TrialFacts.None(plan), servers, TimeProvider.System, observers);

    /// <param name="pss">Of the whole family; null: not read.</param>
    /// <param name="on">Whether the remedy is on in the workers; null: where the arm asked for it.</param>
    /// <param name="readable">Whether that can be read.</param>
    public static MeasuredRun Run(
        Arm arm, double? pss, LoadReport? load = null, bool? on = null, bool readable = true,
        bool killed = false, int workers = 2, double ready = 1, double stop = 2,
        HostActivity? activity = null, IReadOnlyList<MemoryPoint>? memory = null)
    {
        bool? seen = readable ? on ?? arm.Remedies.Count > 0 : null;
        var snapshot = new FamilySnapshot(
            DateTimeOffset.UnixEpoch, "server", Member(100, (long?)pss, null),
            [.. Enumerable.Range(101, workers).Select(pid => Member(pid, 0, seen))], null);
        var recording = new Recording(new Host("6.1", null, 2, [], null, null, "0"), [snapshot], [], []);
        return new(recording, load ?? Answered, ready, stop, killed, LeftBehind: false, activity, memory);
    }

    /// <summary>Without the remedy a process has eight arenas, 32 MiB in all.</summary>
    private static Member Member(int pid, long? pss, bool? on) => new(
        new ProcessFacts(pid, 1, pid, "server", "server", null, 0, null, 8),
        new MemoryUse(pss, pss, 0, pss, 0),
        null,
        on is null ? null : new AllocatorFacts("glibc", "2.36", on.Value ? 1 : 8, on.Value ? MiB : 32 * MiB),
        on is null ? null : new Dictionary<string, string> { ["MALLOC_ARENA_MAX"] = on.Value ? "2" : "" });
}
