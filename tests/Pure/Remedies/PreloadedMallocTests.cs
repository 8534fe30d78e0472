using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class PreloadedMallocTests
{
    private static readonly PreloadedMalloc Remedy = new("jemalloc", "libjemalloc.so.2", "libjemalloc2", "");

    [Theory]
    [InlineData("/opt/libtcmalloc_minimal.so.4", "names /opt/libtcmalloc_minimal.so.4 too")]
    [InlineData("liba.so /usr/lib/libjemalloc.so.2", null)]
    [InlineData("liba.so", null)]
    public void Is_refused_beside_another_malloc(string preload, string? why)
    {
        var refusal = Remedy.RefusalAtLaunch(new Dictionary<string, string> { ["LD_PRELOAD"] = preload }, ["server"]);
        if (why is null)
            Assert.Null(refusal);
        else
            Assert.Contains(why, refusal);
    }

    [Theory]
    [InlineData("jemalloc", true)]
    [InlineData("glibc", false)]
    [InlineData(null, null)]
    public void Is_on_where_it_serves(string? allocator, bool? on) =>
        Assert.Equal(on, Remedy.TookEffect(MadeFamilies.Master() with { Allocator = allocator is null ? null : new AllocatorFacts(allocator, null, null,
            null) }));
}
