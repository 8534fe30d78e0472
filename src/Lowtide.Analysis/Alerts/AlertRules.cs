using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;

namespace Lowtide.Analysis.Alerts;

/// <summary>
/// Every alert, once: the watch raises by them, and Prometheus's rules and docs/alerts.md are made of them. How to add one: docs/dev/add-an-alert.md.
/// </summary>
public static class AlertRules
{
    private static readonly string[] Copies =
    [
        CollectorCopies.FindingId, MasterCollects.FindingId, CollectorTurnedOn.FindingId, RubyHeapCopied.FindingId, NotPreloaded.FindingId,
        ReferenceCountCopies.FindingId, CopiedUnchanged.FindingId, ReallyChanged.FindingId,
    ];

    /// <summary>What explains memory of a process's own.</summary>
    private static readonly string[] OwnMemory =
    [
        GrowingMemory.FindingId, CyclesGrow.FindingId, Uncollected.FindingId, ThreadArenas.FindingId, FreeKept.FindingId, RubyFreeSlots.FindingId,
        RubyMadeCode.FindingId, OtherHeap.FindingId, .. Copies,
    ];

    private static readonly string[] Pauses =
        [InducedCollections.FindingId, BlockingGen2.FindingId, Gen2AsOften.FindingId, LargeObjects.FindingId, TimeInCollections.FindingId];

    public static readonly IReadOnlyList<AlertRule> All =
    [
        new("memory-limit-near", AlertSeverity.Page, AlertFigure.LimitLeft, IsBelow: true, 0.05, 0.10, TimeSpan.FromMinutes(1))
        {
            Title = "memory limit is near",
            Means = "Of what its cgroup may hold less than 5% is left. The kernel kills a process once nothing is.",
            ToDo = "Raise the limit, or take a worker away. Then `lowtide explain` says what holds the memory.",
        },
        new("memory-full-soon", AlertSeverity.Page, AlertFigure.UntilFull, IsBelow: true, 4 * 3600, 8 * 3600, TimeSpan.FromMinutes(15))
        {
            UnsureAfterStart = TimeSpan.FromHours(3),
            Stretch = TimeSpan.FromDays(1),
            Title = "memory will be full soon",
            Means = "It holds more than at any time of the last day, and has grown through the whole last hour. Its limit is less than four hours away.",
            ToDo = "Restart its workers one by one to win time. Then `lowtide explain --since 1d` says what grew.",
            Causes = [GrowingMemory.FindingId],
        },
        new("out-of-memory-kill", AlertSeverity.Page, AlertFigure.Kills, IsBelow: false, 0.5, 0.5, TimeSpan.Zero)
        {
            OutlivesFamily = true,
            Stretch = TimeSpan.FromDays(1),
            Title = "killed for memory",
            Means = "The kernel has killed a process of its cgroup, for the limit was reached.",
            ToDo = "`lowtide explain --since 1d` says which worker, since when it grew and why. Mend that, or raise the limit.",
            Causes = OwnMemory,
        },
        new("memory-leaks", AlertSeverity.Ticket, AlertFigure.Leak, IsBelow: false, 0.02, 0.01, TimeSpan.Zero)
        {
            UnsureAfterStart = TimeSpan.FromHours(2),
            Stretch = TimeSpan.FromDays(3),
            Title = "memory leaks",
            Means = "What a process holds has grown by a line for days, after its load's daily course is taken off, by 2% a day or more.",
            ToDo = "`lowtide explain --since 3d` says whether what is alive grows, and by how much an hour; a heap profiler of its language says who keeps it.",
            Causes = [GrowingMemory.FindingId],
        },
        new("memory-fragments", AlertSeverity.Ticket, AlertFigure.Fragmentation, IsBelow: false, 0.02, 0.01, TimeSpan.Zero)
        {
            UnsureAfterStart = TimeSpan.FromHours(2),
            Stretch = TimeSpan.FromDays(3),
            Title = "freed memory is kept",
            Means = "What grows is memory that the program has freed and its heap keeps. That is fragmentation, and no leak.",
            ToDo = "Try the first remedy that `lowtide explain` offers against it.",
            Causes = [ThreadArenas.FindingId, FreeKept.FindingId, RubyFreeSlots.FindingId, GrowingMemory.FindingId],
        },
        new("sharing-lost", AlertSeverity.Ticket, AlertFigure.SharingLost, IsBelow: false, 0.4, 0.25, TimeSpan.FromSeconds(15))
        {
            Title = "workers share less",
            Means = "Workers have lost 40% or more of what they shared with their master within a day. Each lost page is held once a worker.",
            ToDo = "`lowtide explain` says whose writes copied the pages, and what keeps them shared. "
                + "After a deploy: is the application still loaded before the fork?",
            Causes = Copies,
        },
        new("memory-above-usual", AlertSeverity.Ticket, AlertFigure.ByUsual, IsBelow: false, 1.5, 1.3, TimeSpan.FromMinutes(15))
        {
            Stretch = TimeSpan.FromDays(15),
            Title = "far more memory than usual",
            Means = "The most memory of the last day is half as much again as the median of the daily most of the two weeks before.",
            ToDo = "`lowtide explain --since 15d` draws it: a step on the day of a deploy, or a rise.",
            Causes = [GrowingMemory.FindingId],
        },
        new("workers-end-often", AlertSeverity.Ticket, AlertFigure.EndsByUsual, IsBelow: false, 1, 0.5, TimeSpan.FromMinutes(5))
        {
            Title = "workers end often",
            Means = "Within an hour more workers ended than twice the most of any hour of the day before, and three times as many as there are.",
            ToDo = "Look into the server's log for crashes and timeouts, and whether its limit on memory or requests a worker was lowered.",
        },
        // Longer than a guard may wait for a quiet moment (--quiet-within), and for what an hour's budget leaves.
        new("guard-does-not-hold", AlertSeverity.Ticket, AlertFigure.OverGuardLimit, IsBelow: false, 2 * 3600, 60, TimeSpan.Zero)
        {
            UnsureAfterStart = TimeSpan.FromHours(2),
            Stretch = TimeSpan.FromHours(3),
            Title = "its guard does not hold the limit",
            Means = "For two hours it, or a worker of it, has been over a limit that a guard holds it to, or may be, for it cannot be read.",
            ToDo = "What the guard told, in the journal and among its events, says why nothing is done. Where recycling gains nothing it names what would.",
        },
        new("pauses-long", AlertSeverity.Ticket, AlertFigure.PauseShare, IsBelow: false, 0.05, 0.03, TimeSpan.FromMinutes(5))
        {
            UnsureAfterStart = TimeSpan.FromHours(1),
            IsHeard = true,
            Title = "collections stop it for long",
            Means = ".NET's collections stopped all threads for more than a twentieth of the last hour.",
            ToDo = "`lowtide explain --listen 60s` says which collections, and what they wait for.",
            Causes = Pauses,
        },
        new("pauses-regular", AlertSeverity.Ticket, AlertFigure.PausePeriod, IsBelow: true, 3600, 3600, TimeSpan.FromMinutes(5))
        {
            UnsureAfterStart = TimeSpan.FromDays(1),
            IsHeard = true,
            Title = "long pauses come regularly",
            Means = ".NET stops all threads for 100 ms or more, again and again at the same distance. A timer of the program's or of a library's does so.",
            ToDo = "`lowtide explain --listen 60s` names who asks for collections, where somebody does.",
            Causes = Pauses,
        },
        new("collections-induced", AlertSeverity.Ticket, AlertFigure.Induced, IsBelow: false, 0.5, 0.5, TimeSpan.Zero)
        {
            UnsureAfterStart = TimeSpan.FromHours(1),
            IsHeard = true,
            Title = "the program asks for collections",
            Means = "A .NET program, or a library in it, called GC.Collect within the last hour. Each call stops all threads.",
            ToDo = "`lowtide explain --listen 60s` names the caller.",
            Causes = Pauses,
        },
        new("gen2-above-usual", AlertSeverity.Ticket, AlertFigure.Gen2ByUsual, IsBelow: false, 1.5, 1.3, TimeSpan.FromMinutes(15))
        {
            Title = "generation 2 is far larger than usual",
            Means = "Of objects that .NET keeps for long there were half as many bytes again as the median of the daily most of the two weeks before.",
            ToDo = "What is alive grew: look at what was deployed that day, and take a dump for who keeps it.",
        },
        new("large-objects-above-usual", AlertSeverity.Ticket, AlertFigure.LargeByUsual, IsBelow: false, 1.5, 1.3, TimeSpan.FromMinutes(15))
        {
            Title = "large objects take far more than usual",
            Means = "Objects of 85,000 bytes or more took half as much again as the median of the daily most of the two weeks before.",
            ToDo = "`lowtide record -d 60s --allocations`, and `lowtide explain` on its file, name who makes them.",
            Causes = [LargeObjects.FindingId],
        },
        new("gen2-collections-above-usual", AlertSeverity.Ticket, AlertFigure.Gen2CollectionsByUsual, IsBelow: false, 1.5, 1.3, TimeSpan.FromMinutes(15))
        {
            IsHeard = true,
            Title = "far more full collections than usual",
            Means = "In the last day .NET collected generation 2 half as often again as the median of the two weeks before.",
            ToDo = "`lowtide explain --listen 60s` says what begins them.",
            Causes = Pauses,
        },
        new("saving-possible", AlertSeverity.Info, AlertFigure.Saving, IsBelow: false, 0.10, 0.05, TimeSpan.Zero)
        {
            IsOfLook = true,
            Title = "memory can be saved",
            Patience = TimeSpan.FromHours(2),
            Means = "A remedy is predicted to save a tenth of its memory or more, at the lower end of the prediction.",
            ToDo = "`lowtide explain` prints the trial that proves it under load.",
            Causes = Copies,
        },
    ];

    public static AlertRule OutOfMemoryKill { get; } = All.First(rule => rule.Figure == AlertFigure.Kills);
}
