using Lowtide.Recordings;
using Lowtide.Reports.Words;
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
        var words = RubyWords.Heap(MadeFamilies.Family(made with
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

    /// <summary>Workers have their master's notes: each is counted once, and the last is what they were forked with.</summary>
    [Theory]
    [InlineData(0, null)]
    [InlineData(1, "compacted once in 40 ms, by process 11")]
    [InlineData(2, "compacted 2 times, the last in 80 ms, by process 12")]
    public void What_was_done_is_said_of_the_last_time(int times, string? said)
    {
        var notes = new KitNotes([], [])
        {
            Pauses = [.. Enumerable.Range(1, times).Select(each =>
                new RemedyPause(DateTimeOffset.UnixEpoch.AddSeconds(each), 10 + each, "compacted", each * 0.04))],
        };
        var words = RubyWords.Of(MadeFamilies.Family(MadeRuby.Weighed(1) with { Notes = notes }, MadeRuby.Weighed(2) with { Notes = notes }));
        Assert.Equal(said, words.SingleOrDefault(line => line.StartsWith("compacted", StringComparison.Ordinal)));
    }
}
