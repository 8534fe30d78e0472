using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What was not looked through of Ruby's heap is said beside what was.</summary>
public sealed class RubyWordsTests
{
    [Theory]
    [InlineData(0, 0L, null)]
    [InlineData(3, 0L, "; 3 pages more changed while they were read, and were not looked through; ")]
    [InlineData(3, 40960L, "; 40 KiB of Ruby's heap is swapped out, and the 3 pages that this is of were not looked through; ")]
    [InlineData(3, null, "; 3 pages more changed while they were read, and were not looked through; ")]
    public void Pages_that_are_swapped_out_are_said(int unread, long? swapped, string? said)
    {
        var made = MadeRuby.Weighed(1);
        var words = RubyWords.Heap(Made.Family(made with
        {
            RubyHeap = made.RubyHeap! with { UnreadPages = unread },
            Parts = [.. made.Parts!.Select(part => part with { SwappedBytes = swapped })],
        }));
        Assert.NotNull(words);
        if (said is null)
            Assert.DoesNotContain("looked through", words);
        else
            Assert.Contains(said, words);
    }
}
