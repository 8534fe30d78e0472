using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>How variables that are read at a start are written: lists keep what somebody else put there.</summary>
public sealed class StartSettingTests
{
    [Theory]
    [InlineData("GLIBC_TUNABLES", "", "glibc.malloc.arena_max=2", "glibc.malloc.arena_max=2")]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", "glibc.malloc.arena_max=2", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2")]
    [InlineData(
        "GLIBC_TUNABLES", "glibc.malloc.arena_max=8:glibc.malloc.hugetlb=1", "glibc.malloc.arena_max=2", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2")]
    [InlineData("LD_PRELOAD", "liba.so libb.so", "libjemalloc.so.2", "libjemalloc.so.2:liba.so:libb.so")]
    [InlineData("LD_PRELOAD", "libjemalloc.so.2", "libjemalloc.so.2", "libjemalloc.so.2")]
    [InlineData("RUBYOPT", "-W0", "-r/etc/x.rb", "-r/etc/x.rb -W0")]
    public void A_list_is_extended(string name, string before, string added, string after) =>
        Assert.Equal(after, StartSetting.Of(name).Extended(before, added));

    /// <summary>Two tunables go together; two values of one do not, nor two libraries that each want to be malloc.</summary>
    [Theory]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.arena_max=2", "glibc.malloc.mmap_threshold=65536", false)]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.arena_max=2", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=4", true)]
    [InlineData("GLIBC_TUNABLES", "glibc.malloc.arena_max=2", "glibc.malloc.arena_max=2", false)]
    [InlineData("LD_PRELOAD", "libjemalloc.so.2", "libtcmalloc.so.4", true)]
    [InlineData("MALLOC_ARENA_MAX", "1", "2", true)]
    [InlineData("MALLOC_ARENA_MAX", "2", "2", false)]
    public void Two_values_may_exclude_each_other(string name, string one, string other, bool excludes)
    {
        Assert.Equal(excludes, StartSetting.Of(name).Excludes(one, other));
        Assert.Equal(excludes, StartSetting.Of(name).Excludes(other, one));
    }

    [Fact]
    public void What_the_loader_reads_is_there_before_the_program()
    {
        Assert.All(["MALLOC_ARENA_MAX", "GLIBC_TUNABLES", "LD_PRELOAD"], name => Assert.True(StartSetting.Of(name).BeforeProgram));
        Assert.False(StartSetting.Of("PYTHONPATH").BeforeProgram);
        Assert.False(StartSetting.Of("MALLOC_ARENA_MAX").IsList);
        Assert.False(StartSetting.Of("DOTNET_gcServer").IsList);
    }
}
