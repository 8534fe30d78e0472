using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Limits that make a program collect: the collector's own, a container's, and one that its own code watches.</summary>
public sealed class LimitsTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_limit_that_the_program_watches_itself_is_found()
    {
        using var target = DotNetTarget.Start("own-limit");
        var limit = target.Ask("count").GetProperty("own_limit").GetInt64();
        var recording = Recorded(target, "--interval", "100ms", "-d", "16s");
        var trace = recording.DotNet!;
        var found = OwnLimit.Of(recording, trace, [.. trace.Collections.Where(collection => collection.IsInduced)]);
        Assert.NotNull(found);
        Assert.InRange(limit, found.LowBytes!.Value, found.HighBytes);
        // The program's memory goes up in steps of 40 MiB.
        Assert.InRange(found.HighBytes - found.LowBytes.Value, 0, 60 * MiB);
        var finding = Finding(recording, "dotnet.induced-collections");
        Assert.Contains("Midlife.OwnLimit.Compare asked for", finding.Statement, StringComparison.Ordinal);
        Assert.Contains("one every 0.5 s", finding.Statement, StringComparison.Ordinal);
        Assert.Contains(finding.Evidence, row => row.Text.Contains("a limit of its own in between", StringComparison.Ordinal));
        Assert.Contains(finding.Evidence, row => row.Text.Contains("not short, the collector itself saw no need", StringComparison.Ordinal));
        var hosts = recording.SystemSamples
            .Where(sample => sample.Seconds >= trace.StartSeconds && sample.Seconds <= trace.StartSeconds + trace.Seconds)
            .Select(sample => sample.Host).ToList();
        Assert.SkipWhen(
            hosts.Exists(host => host.AvailableBytes <= host.TotalBytes / 5), "a fifth of the machine's memory or less is available: nothing is said of it");
        Assert.Equal(hosts.Min(host => host.AvailableBytes!.Value), Row(finding, "machine_available_bytes").Value);
    }

    [Fact]
    public void Nearness_to_a_hard_limit_names_the_setting_and_its_value()
    {
        using var target = DotNetTarget.Start("full-heap", ("DOTNET_GCHeapHardLimit", "C800000"));
        var finding = Finding(Recorded(target, "-d", "4s"), "dotnet.memory-limit");
        Assert.Contains("the heap near its hard limit of 200 MiB", finding.Statement, StringComparison.Ordinal);
        Assert.Equal("the heap's hard limit is 200 MiB: DOTNET_GCHeapHardLimit=C800000 (hexadecimal)", Row(finding, "heap_hard_limit_bytes").Text);
        Assert.Equal("raise DOTNET_GCHeapHardLimit, or take it out", Row(finding, "setting").Text);
    }

    [Fact]
    public void Nearness_to_a_containers_limit_names_that()
    {
        using var group = MemoryGroup.Make(400 * MiB);
        using var target = Target.Start(
            "/bin/sh", ["-c", "echo $$ > \"$GROUP/cgroup.procs\" && exec dotnet \"$0\" full-heap", DotNetTarget.Program], ("GROUP", group.Folder));
        var recording = Recorded(target, "-d", "4s");
        Assert.Equal(400 * MiB, recording.Latest.Cgroup!.LimitBytes);
        var finding = Finding(recording, "dotnet.memory-limit");
        Assert.Contains("the heap near its hard limit of 300 MiB", finding.Statement, StringComparison.Ordinal);
        Assert.Contains("three quarters of the container's 400 MiB", Row(finding, "heap_hard_limit_bytes").Text, StringComparison.Ordinal);
        Assert.Contains("the container may use 400 MiB", Row(finding, "memory_bytes").Text, StringComparison.Ordinal);
    }

    /// <summary>Half of what is in use now: the runtime takes any percentage (dotnet/runtime: gc.cpp, compute_memory_settings).</summary>
    [Fact]
    public void Nearness_to_the_high_memory_load_names_the_setting_and_its_value()
    {
        var inUse = PercentInUse();
        Assert.SkipWhen(inUse < 1, "less than 1% of the memory is in use here: no setting lies below that");
        var percent = Math.Max(1, inUse / 2);
        using var target = DotNetTarget.Start("loh", ("DOTNET_GCHighMemPercent", $"{percent:X}"));
        var recording = Recorded(target, "-d", "4s");
        Assert.Equal(percent, recording.DotNet!.Settings!.HighMemoryPercent);
        var finding = Finding(recording, "dotnet.memory-limit");
        Assert.EndsWith(" of generation 2 came because memory was nearly full by the collector's limit.", finding.Statement, StringComparison.Ordinal);
        var load = Row(finding, "memory_load_percent");
        Assert.InRange(load.Value!.Value, percent, 100);
        Assert.Equal(
            $"the collector saw up to {load.Value}% in use; at {percent}% it collects generation 2 more often, compacting: "
                + $"DOTNET_GCHighMemPercent={percent:X} (hexadecimal)",
            load.Text);
        Assert.Equal("DOTNET_GCHighMemPercent=0x61 begins that later, at 97%; or give it more memory", Row(finding, "setting").Text);
    }

    /// <summary>Of the machine's memory or the container's, as the runtime of this test sees it.</summary>
    private static int PercentInUse()
    {
        GC.Collect();
        var seen = GC.GetGCMemoryInfo();
        return (int)(100 * seen.MemoryLoadBytes / seen.TotalAvailableMemoryBytes);
    }

    private Recording Recorded(Target target, params string[] options)
    {
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), options);
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        return RecordingReader.Read(recorder.File);
    }

    private static Finding Finding(Recording recording, string id)
    {
        var findings = FindingRules.Examine(recording).Findings;
        return Assert.Single(findings, finding => finding.Id == id);
    }

    private static Evidence Row(Finding finding, string name) => finding.Evidence.Single(row => row.Name == name);
}
