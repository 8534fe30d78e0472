using System.Text.Json;
using Lowtide.Capture.Machine;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

public sealed class MergingTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    /// <summary>Other tests may switch ksmd on and off meanwhile: what it is, not which.</summary>
    [Fact]
    public void What_the_kernels_merging_takes_is_told()
    {
        Assert.SkipWhen(KsmDaemon.IsOn() is null, "this kernel merges no pages (CONFIG_KSM)");
        Assert.SkipUnless(File.Exists("/proc/self/ksm_stat"), "this kernel has no /proc/PID/ksm_stat (Linux 6.1)");
        Assert.SkipWhen(Ran.Command(["pgrep", "-x", "ksmd"]).ExitCode != 0, "no kernel threads are seen in this container");
        var ran = _trial.Run(_trial.Server(), "--remedy", "kernel.merge-pages", "--pairs", "1", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.All(root.GetProperty("runs").EnumerateArray(), run =>
        {
            var activity = run.GetProperty("host_activity");
            Assert.InRange(activity.GetProperty("ksmd_cpu_seconds").GetDouble(), 0, activity.GetProperty("seconds").GetDouble());
            Assert.True(activity.GetProperty("ksmd_on").ValueKind is JsonValueKind.True or JsonValueKind.False);
        });
        var brings = root.GetProperty("arms")[0].GetProperty("brings").EnumerateArray().ToList();
        Assert.All(["ksmd_cpu_seconds", "ksmd_core_share"], name => Assert.Equal(
            JsonValueKind.Number, brings.Single(each => each.GetProperty("name").GetString() == name).GetProperty("estimate").ValueKind));
    }

    public void Dispose() => _trial.Dispose();
}
