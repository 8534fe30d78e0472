using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Causes;

public sealed class CodeByCauseTests
{
    private static readonly long[] Before = [5, 4, 3], Collected = [5, 4, 4];

    [Fact]
    public void Workers_are_added_up_by_name_and_cause()
    {
        var index = new CopiedCode(CopyTrace.SameTracked, CodeKind.Function, "Shop.index", "shop.views", 4096);
        var rows = CodeByCause.Of(Family(Worker(2, index, index with { Trace = CopyTrace.Cache, Bytes = 1000 }), Worker(3, index)))!;
        Assert.Equal(
            [
                new CodeByCause(CodeKind.Function, "Shop.index", "shop.views", CopyCause.Collector, 8192),
                new CodeByCause(CodeKind.Function, "Shop.index", "shop.views", CopyCause.CacheFill, 1000),
            ],
            rows);
    }

    [Fact]
    public void The_same_name_elsewhere_is_another()
    {
        var index = new CopiedCode(CopyTrace.Count, CodeKind.Code, "index", "/srv/a.py", 4096);
        Assert.Equal(2, CodeByCause.Of(Family(Worker(2, index, index with { Where = "/srv/b.py" })))!.Count);
    }

    [Fact]
    public void Older_recordings_have_none() => Assert.Null(CodeByCause.Of(Family(Worker(2) with { CopiedCode = null })));

    private static FamilySnapshot Family(params Member[] workers) => MadeFamilies.Family(MadeFamilies.Master(collections: Before), workers);

    private static Member Worker(int pid, params CopiedCode[] code) => MadeFamilies.Worker(pid, Collected) with { Copies = [], CopiedCode = code };
}
