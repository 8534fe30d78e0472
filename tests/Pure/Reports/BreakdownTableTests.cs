using Lowtide.Analysis.Breakdown;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>The page's table of parts is the screen's and the document's, in their order: who looks a part up finds it.</summary>
public sealed class BreakdownTableTests
{
    [Fact]
    public void The_page_has_every_part_by_its_own_words()
    {
        var page = File.ReadLines(Path.Combine(SourceTree.Root(), "docs", "memory-parts.md"))
            .SkipWhile(line => !line.StartsWith("| `--json` | on screen |", StringComparison.Ordinal)).Skip(2)
            .TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Split('|', StringSplitOptions.TrimEntries))
            .Select(row => (Kind: row[1].Trim('`'), Screen: row[2]));
        Assert.Equal(
            Enum.GetValues<MemoryShareKind>().SelectMany(kind => new[] { (true, true), (false, true), (false, false) }
                .Select(of => (
                    JsonWord.Of(kind), BreakdownTable.Words(
                        kind, walked: of.Item1, isRuby: of.Item2, otherMalloc: BreakdownTable.AnotherMalloc, isSplit: of.Item1)))).Distinct(),
            page);
    }
}
