using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
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
        var found = OwnLimit.Of(recording, trace, trace.Collections.Where(collection => collection.IsInduced));
        Assert.NotNull(found);
        Assert.InRange(limit, found.LowBytes!.Value, found.HighBytes);
        // The program's memory goes up in steps of 40 MiB.
        Assert.InRange(found.HighBytes - found.LowBytes.Value, 0, 60 * MiB);
        var finding = Finding(recording, "dotnet.induced-collections");
        Assert.Contains("Midlife.OwnLimit.Compare asked for", finding.Statement, StringComparison.Ordinal);
        Assert.Contains("one every 0.5 s", finding.Statement, StringComparison.Ordinal);
        Assert.Contains(finding.Evidence, row => row.Text.Contains("a limit of its own in between", StringComparison.Ordinal));
        Assert.Contains(finding.Evidence, row => row.Text.Contains("not short, the collector itself saw no need", StringComparison.Ordinal));
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
