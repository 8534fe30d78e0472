using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Diagnoses;

/// <summary>What a diagnosis says beside its findings.</summary>
public sealed class DiagnosisTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void A_lone_process_has_no_workers_to_divide_by()
    {
        var finding = new Finding("malloc.free-kept", "malloc keeps it", 72 * MiB, 72 * MiB, []);
        var lone = MadeFamilies.Family(MadeFamilies.Master());
        Assert.Equal(("malloc.free-kept: 72 MiB", "no workers"), (FindingWords.Size(finding, lone), FamilyWords.Workers(lone)));
        Assert.Equal("malloc.free-kept: 72 MiB in the family, 72 MiB a process", FindingWords.Size(finding, MadeFamilies.Family(null,
            MadeFamilies.Worker(2, []))));
    }

    [Fact]
    public void A_recording_says_when_and_how_long_and_who_came_and_went()
    {
        var recorded = Diagnosis.Of(Recording([.. Samples(2, 0, 15, _ => 50), .. Samples(3, 0, 7, _ => 50), .. Samples(4, 8, 15, _ => 50)])).Recorded!;
        Assert.Equal((15, 32, 1, 1), (recorded.Seconds, recorded.Samples, recorded.WorkersEnded, recorded.WorkersCame));
        Assert.StartsWith("recorded 1970-01-01 00:00:00 to 00:00:15 UTC (15 s, 32 samples), kernel 6.1.0, 2 CPUs", FamilyWords.Recorded(recorded));
        Assert.EndsWith("1 of the workers seen ended and 1 came", FamilyWords.Recorded(recorded));
        Assert.Null(Diagnosis.Of(Recording([])).Recorded);
    }

    /// <summary>The hint of a single look promises to tell whether sharing still falls, also where it does not.</summary>
    [Fact]
    public void Sharing_that_does_not_change_is_said_to_be_steady()
    {
        Assert.Equal(15, Diagnosis.Of(Recording(Samples(2, 0, 15, _ => 50))).SteadySeconds);
        Assert.Null(Diagnosis.Of(Recording(Samples(2, 0, 15, second => 100 - second))).SteadySeconds);
        Assert.Null(Diagnosis.Of(Recording(Samples(2, 0, 15, second => 50 + second))).SteadySeconds);
        Assert.Null(Diagnosis.Of(Recording(Samples(2, 0, 9, _ => 50))).SteadySeconds);
    }

    [Fact]
    public void Nothing_found_where_nothing_was_read_is_no_answer()
    {
        Assert.True(Diagnosis.Of(MadeFamilies.Recording(MadeFamilies.Master(pss: null))).NothingRead);
        Assert.False(Diagnosis.Of(MadeFamilies.Recording(MadeFamilies.Master())).NothingRead);
    }

    [Fact]
    public void What_could_not_be_read_is_no_dash_in_a_sentence()
    {
        Assert.Empty(FamilyWords.Known(MadeFamilies.Family(MadeFamilies.Master() with { Runtime = null })));
        Assert.Equal(["CPython 3.11.2"], FamilyWords.Known(MadeFamilies.Family(MadeFamilies.Master())));
    }

    /// <summary>Else the answer would flip with a MiB: what is surely the collector's is a twentieth of all at one moment, and less at the next.</summary>
    [Fact]
    public void A_small_finding_whose_remedy_may_save_enough_is_begun_with()
    {
        static DiagnosedFinding Copies(long low, long high) => new(new Finding("cpython.collector-copies", "It copies.", 4 * MiB, null, []),
            [new OfferedRemedy(new GcFreeze(), new Saving(low, high), []) { Net = new Saving(low, high), MayStandFirst = true }], null);
        var told = new DiagnosedFinding(new Finding("malloc.free-kept", "malloc keeps it.", 20 * MiB, null, []), [], null);
        var family = MadeFamilies.Family(MadeFamilies.Master(pss: 100 * MiB));
        DiagnosisAnswer Answer(params DiagnosedFinding[] found) =>
            new Diagnosis { Family = family, Findings = found, Horizon = new Horizon(3600, null) }.Answer;
        Assert.Equal("cpython.gc-freeze", Answer(told, Copies(4 * MiB, 22 * MiB)).First?.Remedy.Id);
        Assert.Null(Answer(told, Copies(1 * MiB, 4 * MiB)).First);
    }

    /// <summary>Every screen asks for it several times, and it was chosen anew each time.</summary>
    [Fact]
    public void Its_answer_is_chosen_once()
    {
        var diagnosis = Diagnosis.Of(MadeReports.Recording(copies: true));
        Assert.NotNull(diagnosis.Answer.Leading);
        Assert.Same(diagnosis.Answer, diagnosis.Answer);
        Assert.Same(diagnosis.Large, diagnosis.Large);
        Assert.Null((diagnosis with { Findings = [] }).Answer.Leading);
    }

    /// <summary>A remedy that answers two findings is said in full once.</summary>
    [Fact]
    public void A_remedy_that_was_said_is_referred_to()
    {
        var made = MadeReports.Recording(copies: true);
        var off = made with { Snapshots = [.. made.Snapshots.Select(snapshot => snapshot with { Master = CollectorOff(snapshot.Master!) })] };
        var remedies = Diagnosis.Of(off).Findings
            .SelectMany((explained, index) => explained.Remedies.Select(remedy => (remedy.Remedy.Id, Number: index + 1, remedy.SaidUnder)))
            .ToLookup(remedy => remedy.Id);
        Assert.All(remedies, same => Assert.Null(same.First().SaidUnder));
        var twice = remedies["cpython.collect-when"].ToList();
        Assert.Equal((2, twice[0].Number), (twice.Count, twice[1].SaidUnder));
        Assert.NotEqual(twice[0].Number, twice[1].Number);
    }

    private static Member CollectorOff(Member master) =>
        master with { Runtime = master.Runtime! with { Collector = master.Runtime.Collector! with { Enabled = false } } };

    private static Recording Recording(IEnumerable<Sample> samples) =>
        MadeFamilies.Recording(MadeFamilies.Master(), MadeFamilies.Worker(2, [])) with { Samples = [.. samples.OrderBy(sample => sample.Seconds)] };

    private static IEnumerable<Sample> Samples(int pid, int from, int to, Func<int, long> shared) =>
        Enumerable.Range(from, to - from + 1).Select(second => new Sample(
            second, pid, pid, Role.Worker, new MemoryUse(null, null, shared(second) * MiB, null, null), null));
}
