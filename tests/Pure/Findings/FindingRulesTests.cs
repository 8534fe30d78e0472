using Lowtide.Analysis.Findings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class FindingRulesTests
{
    /// <summary>One without its line is never asked, and nothing else would say so.</summary>
    [Fact]
    public void Every_rule_that_is_written_is_listed() =>
        Assert.Empty(
            from rule in typeof(IFindingRule).Assembly.GetTypes()
            where rule.IsAssignableTo(typeof(IFindingRule)) && !rule.IsAbstract && !FindingRules.All.Any(listed => listed.GetType() == rule)
            select $"{rule.Name} is no line of FindingRules.All");
}
