using Lowtide.Analysis.Remedies;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>malloc.trim-idle in Ruby: what malloc keeps goes back to the kernel by itself, in a lone process and in a worker.</summary>
public sealed class RubyTrimTests
{
    private static string Kit => Path.Combine(Built.Root, "kits", "ruby");

    public static MatrixTheoryData<string, string> Processes => new(Rubies.Versions, ["lone", "worker"]);

    [Theory, MemberData(nameof(Processes))]
    public void What_was_freed_is_given_back_and_noted(string version, string process)
    {
        using var target = Start(version, process, ("RUBYLIB", Path.Combine(Kit, "start")), ("LOWTIDE_REMEDIES", "malloc.trim-idle"));
        MustHaveShrunk(target);
        var (family, trim) = TrimNote.Wait(target.Said.GetProperty("pid").GetInt32());
        Assert.Equal(process == "lone" ? 0 : 1, family.Workers.Count);
        Assert.True(RemediesInEffect.TookEffect(new TrimIdle(), family));
        Assert.InRange(trim.Bytes, 40_000_000, 60_000_000);
        Assert.InRange(trim.Seconds, 0, 10);
    }

    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void The_file_to_keep_does_the_same(string version)
    {
        using var folder = new TempFolder();
        var file = folder.File("trim-idle.rb", new TrimIdle().Permanent.Files.Single(one => one.Path.EndsWith(".rb", StringComparison.Ordinal)).Content);
        using var target = Start(version, "lone", ("RUBYOPT", $"-r{file}"), ("LOWTIDE_TEST_SHARES", folder.Path));
        MustHaveShrunk(target);
    }

    /// <summary>Blocks with mappings of their own are in another of the C library's counts.</summary>
    [Fact]
    public void It_is_on_where_large_blocks_are_mapped()
    {
        using var target = Start(
            Rubies.Here, "lone", ("RUBYLIB", Path.Combine(Kit, "start")), ("LOWTIDE_REMEDIES", "malloc.trim-idle"), ("MALLOC_MMAP_THRESHOLD_", "65536"));
        MustHaveShrunk(target);
    }

    [Fact]
    public void Under_another_malloc_it_says_that_it_is_not_on()
    {
        const string library = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
        Assert.SkipUnless(File.Exists(library), "libjemalloc.so.2 is not installed");
        var ran = Ran.Command(
            [Rubies.Program(Rubies.Here), "-e", "puts 1"],
            ("LD_PRELOAD", library), ("RUBYLIB", Path.Combine(Kit, "start")), ("LOWTIDE_REMEDIES", "malloc.trim-idle"));
        Assert.Equal((0, "1\n"), (ran.ExitCode, ran.Output));
        Assert.Contains("malloc.trim-idle is not on: RuntimeError: another malloc serves", ran.ErrorLine);
    }

    /// <summary>A Ruby that was built without it has the kit, but nothing that could call malloc_trim.</summary>
    [Fact]
    public void Without_Fiddle_it_says_that_it_is_not_on()
    {
        using var folder = new TempFolder();
        folder.File("fiddle.rb", "raise LoadError, 'cannot load such file -- fiddle'");
        var ran = Ran.Command(
            [Rubies.Program(Rubies.Here), "-I", folder.Path, "-e", "puts 1"],
            ("RUBYLIB", Path.Combine(Kit, "start")), ("LOWTIDE_REMEDIES", "malloc.trim-idle"));
        Assert.Equal((0, "1\n"), (ran.ExitCode, ran.Output));
        Assert.Contains("lowtide: malloc.trim-idle is not on: LoadError: cannot load such file -- fiddle", ran.ErrorLine);
    }

    private static Target Start(string version, string process, params (string, string)[] more) =>
        Target.Start(Rubies.Program(version), [Target.Path("ruby_frees.rb"), process], [("LOWTIDE_TEST_SHARES", Kit), .. more]);

    private static void MustHaveShrunk(Target target)
    {
        var held = target.Said.GetProperty("held").GetInt64();
        Assert.InRange(target.Said.GetProperty("freed").GetInt64(), held - 2_000_000, held + 2_000_000);
        Assert.InRange(target.Said.GetProperty("last").GetInt64(), 0, held - 40_000_000);
    }
}
