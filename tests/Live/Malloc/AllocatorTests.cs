using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Malloc;

public sealed class AllocatorTests
{
    private const string Libraries = "/usr/lib/x86_64-linux-gnu";

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Glibc_counts_its_arenas_as_we_do(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        foreach (var threads in (int[])[0, 1, 9])
            CheckArenas(python, threads);
    }

    private static void CheckArenas(string python, int threads)
    {
        using var target = Target.Start(python, [Target.Path("arenas.py"), $"{threads}"]);
        var reading = Read(target);
        Assert.NotNull(reading?.Facts);
        Assert.SkipUnless(reading.Facts.Name == "glibc", $"this machine's C library is {reading.Facts.Name}");
        Assert.Empty(reading.CouldNotRead);
        Assert.Matches(@"^2\.\d+$", reading.Facts.Version);
        Assert.Equal(target.Said.GetProperty("arenas").GetInt32() - 1, reading.Facts.ThreadArenas);
        // Each thread holds 2 MB of its own, and a heap is 64 MiB at most.
        Assert.InRange(reading.Facts.ThreadArenaBytes!.Value, threads * 2_000_000L, threads * (64L << 20));
    }

    [Fact]
    public void One_arena_where_the_environment_says_so()
    {
        using var target = Start(6, ("MALLOC_ARENA_MAX", "1"));
        Assert.Equal(0, Read(target)?.Facts?.ThreadArenas);
    }

    [Theory]
    [InlineData("jemalloc", "libjemalloc.so.2", @"^\d+\.\d+\.\d+$")]
    [InlineData("tcmalloc", "libtcmalloc_minimal.so.4", @"^\d+\.\d+$")]
    [InlineData("mimalloc", "libmimalloc.so.2", @"^\d+\.\d+$")]
    public void A_preloaded_allocator_is_the_one_that_serves(string name, string library, string version)
    {
        var path = Path.Combine(Libraries, library);
        Assert.SkipUnless(File.Exists(path), $"{library} is not installed");
        using var target = Start(2, ("LD_PRELOAD", path));
        var facts = Read(target)?.Facts;
        Assert.Equal(name, facts?.Name);
        Assert.Matches(version, facts!.Version);
        Assert.Null(facts.ThreadArenas);
    }

    [Fact]
    public void An_allocator_that_comes_too_late_serves_nobody()
    {
        var path = Path.Combine(Libraries, "libmimalloc.so.2");
        Assert.SkipUnless(File.Exists(path), "libmimalloc.so.2 is not installed");
        using var target = Target.Start(Python(), ["-c", $"import ctypes, os; ctypes.CDLL('{path}'); os.write(1, b'{{}}\\n'); os.read(0, 1)"]);
        Assert.Contains(target.Mappings, mapping => mapping.FileName.StartsWith("libmimalloc"));
        Assert.Equal("glibc", Read(target)?.Facts?.Name);
    }

    [Fact]
    public void A_static_program_has_none_that_can_be_told()
    {
        Assert.Null(new AllocatorReader().Read(new ProcessMemory(Environment.ProcessId), [], _ => null, (_, _, _) => false, again: null));
    }

    private static string Python()
    {
        Assert.SkipWhen(Pythons.Paths.Count == 0, "no CPython 3.8 or later on this machine");
        return Pythons.Paths[0];
    }

    private static Target Start(int threads, params (string, string)[] variables) =>
        Target.Start(Python(), [Target.Path("arenas.py"), $"{threads}"], variables);

    private static AllocatorReading? Read(Target target) => AllocatorReader.Read(target.Space(), walk: false);
}
