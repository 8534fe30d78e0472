using System.Text.Json;
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

    private static void Check(Target target, int threads)
    {
        var reading = AllocatorReader.Read(target.Pid, target.Mappings, walk: true);
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
