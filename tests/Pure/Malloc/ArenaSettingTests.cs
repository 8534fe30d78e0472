using Lowtide.Analysis.Malloc;

namespace Lowtide.Tests.Pure.Malloc;

/// <summary>Which of the two ways to limit glibc's arenas an environment takes, and what is none of them.</summary>
public sealed class ArenaSettingTests
{
    [Theory]
    [InlineData("2", "", 2L, null, false)]
    [InlineData("two", "", null, null, false)]
    [InlineData("0", "", null, null, false)]
    [InlineData("2", "glibc.malloc.hugetlb=1", 2L, null, false)]
    [InlineData("2", "glibc.malloc.arena_max=8:glibc.malloc.arena_max=3", 2L, "3", true)]
    [InlineData("2", "glibc.malloc.arena_test=3", 2L, null, true)]
    [InlineData("2", "x.glibc.malloc.arena_max=3", 2L, null, false)]
    public void What_is_asked_for(string variable, string tunables, long? limit, string? tuned, bool isTuned) => Assert.Equal(
        new ArenaSetting(limit, tuned, isTuned),
        ArenaSetting.Of(new Dictionary<string, string> { ["MALLOC_ARENA_MAX"] = variable, ["GLIBC_TUNABLES"] = tunables }));
}
