using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Findings.DotNet;
using Lowtide.Recordings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>Where memory is scarce no .NET setting that takes more is offered, and what follows from the want is not read first.</summary>
public sealed class ScarceMemoryTests
{
    [Fact]
    public void With_room_what_takes_memory_is_offered() => Assert.Null(Declined(Often));

    [Fact]
    public void Under_a_limit_of_its_heap_it_is_not() => Assert.Equal(
        "it takes more memory, and its heap is limited to 200 MiB",
        Declined(Often with { DotNet = Often.DotNet! with { Settings = Settings with { HardLimitBytes = 200 * MiB } } }));

    [Fact]
    public void In_a_limited_group_it_is_not() => Assert.Equal(
        "it takes more memory, and its cgroup is limited to 400 MiB",
        Declined(Often with { Snapshots = [Often.Latest with { Cgroup = new CgroupMemory(2, "/app", 400 * MiB, 0, 0) }] }));

    [Theory]
    [InlineData(89, false)]
    [InlineData(90, true)]
    public void Where_the_collector_saw_memory_short_it_is_not(int load, bool declined) => Assert.Equal(
        declined ? $"it takes more memory, and its collector saw {load}% of the memory in use" : null,
        Declined(Often with { DotNet = Trace(Collections(load)) }));

    [Theory]
    [InlineData(2048, false)]
    [InlineData(1024, true)]
    public void On_a_machine_nearly_full_it_is_not(long leftMiB, bool declined) => Assert.Equal(
        declined ? $"it takes more memory, and only 1.0 GiB of the machine's 16 GiB are available" : null,
        Declined(Often with { Host = Often.Host with { MemoryBytes = 16384 * MiB, AvailableBytes = leftMiB * MiB } }));

    /// <summary>Longer pauses for the same want follow from it.</summary>
    [Fact]
    public void The_want_stands_before_what_follows_from_it()
    {
        var some = Collections(30).Select((collection, at) => collection with { MemoryLoadPercent = at % 4 == 0 ? 95 : 30 });
        var findings = FindingRules.Examine(Often with { DotNet = Trace([.. some]) }).Findings;
        Assert.Equal(new MemoryLimit().Id, findings[0].Id);
        Assert.True(findings[0].IsCause);
        Assert.Contains(findings.Skip(1), finding => finding.Seconds > findings[0].Seconds);
    }

    /// <summary>Full collections as often as young ones.</summary>
    private static readonly Recording Often = Recording(Trace(Collections(30)));

    private static DotNetCollection[] Collections(int load) =>
        [.. Of(0, 0, 60).Select(collection => collection with { MemoryLoadPercent = load })];

    /// <summary>Why dotnet.server-gc is not offered for full collections as often as any; null where it is.</summary>
    private static string? Declined(Recording recording) => RemedyOrder.Of(
        Assert.Single(new Gen2AsOften().Examine(recording).Findings), recording, Horizon.Of(recording.Latest))
        .Single(offer => offer.Remedy.Id == "dotnet.server-gc").Declined;
}
