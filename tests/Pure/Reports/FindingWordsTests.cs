using Lowtide.Analysis.Remedies;
using Lowtide.Reports;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>How a remedy stands that a family was started with, in words that fit the family.</summary>
public sealed class FindingWordsTests
{
    [Theory]
    [InlineData("ruby.warmup", true, 0, "on")]
    [InlineData("ruby.warmup", true, 1, "on in every worker")]
    [InlineData("ruby.warmup", false, 1, "asked for, but not on")]
    [InlineData("ruby.compact-before-fork", false, 0, "asked for, but not on: it acts before the first fork, and this process has forked no worker")]
    [InlineData("ruby.warmup", null, 1, "asked for; whether it is on cannot be told")]
    public void A_remedy_that_is_on_or_not(string id, bool? tookEffect, int workers, string words) => Assert.Equal(words, FindingWords.InEffect(
        new RemedyInEffect(id, tookEffect),
        Made.Family(MadeRuby.Weighed(1), [.. Enumerable.Range(2, workers).Select(pid => MadeRuby.Weighed(pid))])));
}
