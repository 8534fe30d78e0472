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

    /// <summary>A finding is looked up by its id, on screens and in the docs, and remedies name theirs by the constant.</summary>
    [Fact]
    public void Ids_are_a_subject_and_what_is_found_each_its_own()
    {
        Assert.All(FindingRules.All, rule => Assert.Matches(@"^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$", rule.Id));
        Assert.Distinct(FindingRules.All.Select(rule => rule.Id));
        Assert.All(FindingRules.All, rule => Assert.Equal(rule.Id, rule.GetType().GetField("FindingId")?.GetRawConstantValue()));
    }

    [Fact]
    public void Titles_are_a_few_words_each_its_own()
    {
        Assert.All(FindingRules.All, rule => Assert.Matches("^(Ruby's )?[a-z][A-Za-z0-9', ]+$", rule.Title));
        Assert.All(FindingRules.All, rule => Assert.InRange(rule.Title.Length, 10, 50));
        Assert.Distinct(FindingRules.All.Select(rule => rule.Title));
    }
}
