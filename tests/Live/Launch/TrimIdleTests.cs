using Lowtide.Analysis.Remedies;

namespace Lowtide.Tests.Live.Launch;

public sealed class TrimIdleTests
{
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_worker_that_has_grown_gives_back_what_it_freed(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Start(python, Built.PythonKit, ("LOWTIDE_REMEDIES", "malloc.trim-idle"));
        MustHaveShrunk(target);
        var (family, trim) = TrimNote.Wait(Worker(target));
        Assert.True(RemediesInEffect.TookEffect(new TrimIdle(), family));
        Assert.InRange(trim.Bytes, 40_000_000, 60_000_000);
        Assert.InRange(trim.Seconds, 0, 10);
    }

    [Fact]
    public void The_file_to_keep_does_the_same()
    {
        using var folder = new TempFolder();
        folder.File("sitecustomize.py", new TrimIdle().Permanent.Files[0].Content);
        using var target = Start("/usr/bin/python3", folder.Path);
        MustHaveShrunk(target);
        Assert.True(RemediesInEffect.TookEffect(new TrimIdle(), TrimNote.Wait(Worker(target)).Family));
    }

    /// <summary>Blocks with mappings of their own are in another of the C library's counts.</summary>
    [Fact]
    public void It_is_on_where_large_blocks_are_mapped()
    {
        using var target = Start("/usr/bin/python3", Built.PythonKit, ("LOWTIDE_REMEDIES", "malloc.trim-idle"), ("MALLOC_MMAP_THRESHOLD_", "65536"));
        MustHaveShrunk(target);
    }

    [Fact]
    public void Under_another_malloc_it_says_that_it_is_not_on()
    {
        const string library = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
        Assert.SkipUnless(File.Exists(library), "libjemalloc.so.2 is not installed");
        var ran = Ran.Command(
            ["/usr/bin/python3", "-c", ""], ("LD_PRELOAD", library), ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", "malloc.trim-idle"));
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("malloc.trim-idle is not on: RuntimeError: another malloc serves", ran.ErrorLine);
    }

    private static Target Start(string python, string path, params (string, string)[] more) =>
        Target.Start(python, [Target.Path("frees.py")], [("PYTHONPATH", path), .. more]);

    private static int Worker(Target target) => target.Said.GetProperty("worker").GetInt32();

    private static void MustHaveShrunk(Target target)
    {
        var held = target.Said.GetProperty("held").GetInt64();
        Assert.InRange(target.Said.GetProperty("freed").GetInt64(), held - 2_000_000, held + 2_000_000);
        Assert.InRange(target.Said.GetProperty("last").GetInt64(), 0, held - 40_000_000);
    }
}
