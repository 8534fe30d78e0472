using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Malloc;

/// <summary>What explain says of settings of malloc that did not come to anything, and of arenas in any runtime.</summary>
public sealed class MallocFindingsTests
{
    [Fact]
    public void A_malloc_that_was_to_be_loaded_and_is_not()
    {
        using var target = Target.Start(CompiledTarget.Build("said"), [], ("LD_PRELOAD", "/no/libjemalloc.so.2"));
        var finding = Explained(target).Finding("malloc.preload-not-serving");
        Assert.Equal(
            "LD_PRELOAD names /no/libjemalloc.so.2, but glibc serves in 1 of 1 processes.", finding.GetProperty("statement").GetString());
        Assert.Contains("in 1 it is not loaded: there is no such file", finding.EvidenceTexts());
    }

    [Theory]
    [InlineData("glibc.malloc.arena_max=8", "GLIBC_TUNABLES sets glibc.malloc.arena_max=8, which wins")]
    [InlineData("glibc.malloc.tcache_count=7", null)] // says nothing of arenas: the limit holds
    public void A_limit_of_arenas_that_does_not_hold(string tunable, string? why)
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["5", "still"], ("MALLOC_ARENA_MAX", "2"), ("GLIBC_TUNABLES", tunable));
        if (why is null)
            Assert.DoesNotContain(
                Explained(target).GetProperty("findings").EnumerateArray(), finding => finding.GetProperty("id").GetString() == "malloc.arena-max-ignored");
        else
            Assert.Contains(Explained(target).Finding("malloc.arena-max-ignored").EvidenceTexts(), text => text.EndsWith(why, StringComparison.Ordinal));
    }

    /// <summary>Of every runtime, as the C library is under each.</summary>
    [Fact]
    public void The_arenas_of_a_service_on_DotNet()
    {
        using var target = Target.Start("dotnet", [CompiledDotNet.Build("says_its_collector")]);
        HasArenas(target);
    }

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_arenas_of_a_Python(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(python, [Target.Path("collector_state.py"), "{}"]);
        HasArenas(target);
    }

    private static void HasArenas(Target target)
    {
        var arenas = Explained(target).GetProperty("family").GetProperty("allocator").GetProperty("arenas").EnumerateArray().ToList();
        Assert.Single(arenas, arena => arena.GetProperty("main").GetBoolean());
        Assert.All(arenas, arena => Assert.InRange(
            arena.GetProperty("in_use_bytes").GetInt64() + arena.GetProperty("free_bytes").GetInt64(), 1, arena.GetProperty("system_bytes").GetInt64()));
        Assert.Matches("(?m)^- malloc: .* in use by its own count in ", Ran.Lowtide("explain", Id(target), "--details").Output);
    }

    private static JsonElement Explained(Target target)
    {
        var ran = Ran.Lowtide("explain", Id(target), "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        return JsonDocument.Parse(ran.Output).RootElement;
    }

    private static string Id(Target target) => target.Pid.ToString(CultureInfo.InvariantCulture);
}
