using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Launch;

public sealed class MergePagesTests
{
    [Fact]
    public void What_the_command_forks_and_becomes_may_be_merged()
    {
        Assert.SkipUnless(File.Exists("/proc/self/ksm_stat"), "this kernel has no /proc/PID/ksm_stat (Linux 6.1)");
        Assert.Equal("no\n", Said("run"));
        Assert.Equal("yes\n", Said("run", "--remedy", "kernel.merge-pages"));

        static string Said(params string[] words) => Ran.Lowtide(
            [.. words, "--", "sh", "-c", "sh -c \"grep merge_any /proc/self/ksm_stat | cut -d' ' -f2\"; true"]).Output;
    }

    [Fact]
    public void The_wrapper_to_keep_does_the_same()
    {
        Assert.SkipUnless(File.Exists("/proc/self/ksm_stat"), "this kernel has no /proc/PID/ksm_stat (Linux 6.1)");
        using var folder = new TempFolder();
        var wrapper = folder.File("merge-pages", new Lowtide.Analysis.Remedies.MergePages().Permanent.Files[0].Content);
        var ran = Ran.Command(["python3", wrapper, "sleep", "0"]);
        Assert.Equal(0, ran.ExitCode);
        Assert.Equal("ksm_merge_any: yes\n", Ran.Command(["python3", wrapper, "grep", "merge_any", "/proc/self/ksm_stat"]).Output);
    }

    [Fact]
    public void Lowtide_reads_it_from_the_process()
    {
        Assert.SkipUnless(File.Exists("/proc/self/ksm_stat"), "this kernel has no /proc/PID/ksm_stat (Linux 6.1)");
        using var target = Target.Start(
            Built.Lowtide, ["run", "--remedy", "kernel.merge-pages", "--", "python3", Target.Path("forks_once.py")]);
        Assert.True(Procfs.MayMerge(target.Said.GetProperty("worker").GetInt32()));
        Assert.False(Procfs.MayMerge(Environment.ProcessId));
    }
}
