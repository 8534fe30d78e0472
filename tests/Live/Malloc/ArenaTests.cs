using Lowtide.Capture.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Malloc;

/// <summary>What is read of glibc's arenas against what the program and malloc_info(3) in it say.</summary>
public sealed class ArenaTests
{
    private static readonly (string, string)[] Settings =
        [("MALLOC_ARENA_MAX", "32"), ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=7")];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void What_is_free_is_what_glibc_says(int threads)
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), [$"{threads}", "still"], Settings);
        Check(target, threads);
    }

    /// <summary>Other releases of Debian; sid's may be later than the last one that is known.</summary>
    [Theory]
    [Trait("Scope", "Full")]
    [InlineData("trixie", "2.41")]
    [InlineData("sid", "2.43")]
    public void Also_under_another_glibc(string release, string least)
    {
        var root = Path.GetDirectoryName(DebianPython.Of(release));
        using var target = Target.Start(
            $"{root}/lib64/ld-linux-x86-64.so.2",
            ["--library-path", $"{root}/lib/x86_64-linux-gnu", CompiledTarget.Build("arenas"), "5", "still"], Settings);
        Assert.InRange(
            Version.Parse(AllocatorReader.Read(target.Space(), walk: false)!.Facts!.Version!), Version.Parse(least), new Version(2, 99));
        Check(target, 5);
    }

    /// <summary>What changes all the time is read all the same, and said to change or found still for a moment.</summary>
    [Fact]
    public void A_heap_that_changes_meanwhile()
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["4", "busy"], Settings);
        var changed = 0;
        for (var look = 0; look < 5; look++)
        {
            var arenas = AllocatorReader.Read(target.Space(), walk: true)?.Facts?.Arenas;
            Assert.NotNull(arenas);
            Assert.Equal(5, arenas.Count);
            foreach (var use in arenas.Select(arena => arena.Use).OfType<ArenaUse>())
                Assert.True(use is { InUseBytes: > 0, BinBytes: >= 0, TrimmableBytes: >= 0, UntrimmableBytes: >= 0 });
            changed += arenas.Count(arena => arena.ChangedMeanwhile);
        }
        Assert.True(changed > 0);
    }

    [Fact]
    public void A_program_that_damaged_its_heap()
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["3", "damaged"], Settings);
        var reading = AllocatorReader.Read(target.Space(), walk: true);
        var told = target.Said.GetProperty("arenas").EnumerateArray().Sum(arena => arena.GetProperty("free").GetInt64());
        Near(told, reading!.Facts!.Arenas!.Sum(arena => arena.Use!.FreeBytes - arena.Use.TcacheBytes));
    }

    /// <summary>Transparent ones; and heaps of a huge page's alignment where the kernel's pool has none, found by their tops.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Arenas_with_huge_pages_asked_for(int how)
    {
        using var target = Target.Start(
            CompiledTarget.Build("arenas"), ["3", "still"],
            ("MALLOC_ARENA_MAX", "32"), ("GLIBC_TUNABLES", $"glibc.malloc.tcache_count=7:glibc.malloc.hugetlb={how}"));
        Check(target, 3);
    }

    /// <summary>Heaps of the kernel's own huge pages: a look takes none from its pool, and a trim gives none back.</summary>
    [Fact]
    public void Arenas_on_huge_pages()
    {
        const string Pool = "/proc/sys/vm/nr_hugepages";
        Assert.SkipUnless(new FileInfo(Pool) is { Exists: true } && Environment.IsPrivilegedProcess, "only root can give the kernel's pool huge pages");
        var before = File.ReadAllText(Pool);
        try
        {
            File.WriteAllText(Pool, $"{long.Parse(before) + 64}");
            Assert.SkipUnless(Free() >= 64, "the kernel has no 64 huge pages to give");
            using var target = Target.Start(
                CompiledTarget.Build("arenas"), ["3", "still"],
                ("MALLOC_ARENA_MAX", "32"), ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=7:glibc.malloc.hugetlb=2"));
            Assert.Contains(target.Mappings, mapping => mapping.IsHugePages);
            var free = Free();
            Check(target, 3);
            Assert.Equal(free, Free());
        }
        finally
        {
            File.WriteAllText(Pool, before);
        }

        static long Free() => long.Parse(File.ReadLines("/proc/meminfo").Single(line => line.StartsWith("HugePages_Free:")).Split(' ')[^1]);
    }

    /// <summary>Looking touches no page: what a trim gave back stays given back.</summary>
    [Fact]
    public void After_a_trim_there_is_nothing_to_trim()
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["2", "still"], Settings);
        target.Ask("trim");
        for (var look = 0; look < 2; look++)
            Assert.Equal(0, AllocatorReader.Read(target.Space(), walk: true)!.Facts!.Arenas!.Sum(arena => arena.Use!.TrimmableBytes));
    }

    /// <summary>The cells of the picture are what a trim says: free ones go, used ones stay, and what is used and free stays resident.</summary>
    [Fact]
    public void The_picture_before_and_after_a_trim()
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["3", "still"], Settings);
        var before = Cells(target);
        var given = target.Ask("trim").GetProperty("given_back").GetInt64();
        var after = Cells(target);
        // A page whose first bytes are the free chunk's own head stays.
        Assert.InRange(before['f'] * 4096L, given - (given / 10), given + (given / 10));
        Assert.InRange(after.GetValueOrDefault('f'), 0, before['f'] / 10);
        Assert.InRange(after['u'] + after['p'], before['u'] + before['p'] - 2, before['u'] + before['p'] + 2);
        Assert.InRange(Resident(before) - Resident(after), given - 8192, given + 8192);
        Assert.False(after.ContainsKey('x'));
    }

    private static long Resident(Dictionary<char, int> cells) => 4096L * cells.Where(letter => letter.Key != '.').Sum(letter => letter.Value);

    private static Dictionary<char, int> Cells(Target target) => AllocatorReader.Read(target.Space(), walk: true)!.Heaps!
        .SelectMany(heap => heap.Runs()).GroupBy(run => run.Letter).ToDictionary(letter => letter.Key, letter => letter.Sum(run => run.Cells));

    private static void Check(Target target, int threads)
    {
        var reading = AllocatorReader.Read(target.Space(), walk: true);
        Assert.NotNull(reading?.Facts?.Arenas);
        Assert.Empty(reading.CouldNotRead);
        var said = target.Said.GetProperty("arenas").EnumerateArray().ToList();
        Assert.Equal(said.Count, reading.Facts.Arenas.Count);
        foreach (var (arena, told) in reading.Facts.Arenas.Zip(said))
        {
            Assert.False(arena.ChangedMeanwhile);
            Assert.NotNull(arena.Use);
            Assert.Equal(told.GetProperty("system").GetInt64(), arena.SystemBytes);
            Near(told.GetProperty("free").GetInt64(), arena.Use.FreeBytes - arena.Use.TcacheBytes);
            if (!arena.Main)
                Assert.Equal(target.Said.GetProperty("tcache").GetInt64(), arena.Use.TcacheBytes);
            Assert.Equal(arena.SystemBytes, arena.Use.InUseBytes + arena.Use.FreeBytes);
        }
        Assert.Equal(1 + threads, reading.Facts.Arenas.Sum(arena => arena.Threads));
        Near(target.Ask("trim").GetProperty("given_back").GetInt64(), reading.Facts.Arenas.Sum(arena => arena.Use!.TrimmableBytes!.Value));
    }

    /// <summary>Within 1%, and a page for what the target itself touches meanwhile.</summary>
    private static void Near(long expected, long actual) =>
        Assert.InRange(actual, expected - (expected / 100) - 4096, expected + (expected / 100) + 4096);
}
