using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Diagnoses;

/// <summary>A process that leaks 60 MiB in ten minutes, and whose malloc keeps 100 MiB that it has freed.</summary>
public sealed class LeakStepTests
{
    private const long MiB = MadeFamilies.MiB;

    /// <summary>What malloc keeps is more, and stood first, with a trial of malloc's remedies: memory grows on with each of them.</summary>
    [Fact]
    public void A_leak_beside_what_malloc_keeps_gets_its_step_and_no_trial_of_malloc()
    {
        var diagnosis = Diagnosis.Of(Recording(155));
        Assert.Equal("memory.growth", diagnosis.Answer.Leading!.Finding.Id);
        Assert.Contains(diagnosis.Large, found => found.Finding.Id == "malloc.free-kept" && found.Remedies.Any(remedy => remedy.Remedy.IsOfMalloc));
        Assert.Null(diagnosis.Answer.Trial);
        Assert.Null(SuggestedTrial.Of(diagnosis));
        Assert.Empty(diagnosis.Answer.Others);
        var step = Assert.Single(AnswerSteps.Of(diagnosis)!.Steps);
        Assert.Equal("next", step.Label);
        Assert.StartsWith("it has grown since 1970-01-01 00:00 UTC or before; who allocates it: memray attach 1", step.Text);
    }

    /// <summary>The same rise in what was freed is no leak: there malloc's remedies are what may help.</summary>
    [Fact]
    public void Without_a_leak_malloc_is_tried() =>
        Assert.All(Diagnosis.Of(Recording(100)).Answer.Trial!.Tried, remedy => Assert.True(remedy.IsOfMalloc));

    /// <summary>What leads is another finding, by a remedy that surely saves: the leak is not passed over.</summary>
    [Fact]
    public void A_leak_that_does_not_lead_has_its_step_too()
    {
        var diagnosis = Diagnosis.Of(Recording(155));
        var other = diagnosis.Findings[0] with
        {
            Finding = diagnosis.Findings[0].Finding with { Id = "an.id", IsCause = true, IsLeak = false, Evidence = [] },
        };
        var steps = AnswerSteps.Of(diagnosis with { Findings = [other, .. diagnosis.Findings] })!.Steps;
        Assert.Contains("memray attach", Assert.Single(steps, step => step.Label == "next").Text, StringComparison.Ordinal);
    }

    /// <summary>What grows and what holds it: by name and command, for each runtime and each place.</summary>
    [Theory]
    [InlineData("cruby", 155, "ObjectSpace.trace_object_allocations_start")]
    [InlineData("dotnet", 155, "memleak-bpfcc -p 1")] // malloc's: outside the managed heap
    [InlineData("dotnet", 100, "dotnet-gcdump collect -p 1 twice, compared (each is a full collection); if that does not grow, who allocates outside")]
    [InlineData("perl", 155, "heaptrack --pid 1")]
    public void Each_runtime_has_its_tool(string runtime, int inUse, string tool)
    {
        var recording = Recording(inUse, free: 0);
        recording = recording with
        {
            Snapshots = [.. recording.Snapshots.Select(family => family with
            {
                Master = family.Master! with { Runtime = new RuntimeFacts(runtime, "9", null) },
            })],
        };
        var leak = Assert.Single(Diagnosis.Of(recording).Findings, found => found.Finding.Id == "memory.growth");
        Assert.Contains(tool, leak.NextLook, StringComparison.Ordinal);
    }

    /// <param name="inUse">MiB in malloc's arenas at the end; 100 at the start.</param>
    /// <param name="free">MiB that were freed and kept, at the end; what they rose by is what the rest of 60 MiB is.</param>
    private static Recording Recording(int inUse, int free = 100)
    {
        var recording = MadeFamilies.Recording(Process(200, 100, Math.Max(0, free - (155 - inUse))));
        return recording with
        {
            Snapshots = [recording.Snapshots[0], MadeFamilies.Family(Process(260, inUse, free))],
            Samples =
            [
                .. Enumerable.Range(0, 601).Select(second => new Sample(
                    second, 1, 1, Role.Master, new MemoryUse((long)((200 + (0.1 * second)) * MiB), null, null, null, null), null)),
            ],
            LoadPeriod = TimeSpan.FromSeconds(1),
        };
    }

    private static Member Process(int rss, int inUse, int free) => MadeFamilies.Master(rss: rss * MiB, pss: rss * MiB) with
    {
        Allocator = new AllocatorFacts("glibc", "2.36", 0, 0)
        {
            Arenas =
            [
                new ArenaFacts(true, 1, 1, (inUse + free) * MiB, (inUse + free) * MiB)
                {
                    Use = new ArenaUse(inUse * MiB, free * MiB, 0, 0, 0, free * MiB, 0, 0, 0),
                },
            ],
        },
        Settings = new Dictionary<string, string>(),
    };
}
