using Lowtide.Capture.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>Who survives a collection.</summary>
public sealed class JudgementTests
{
    [Fact]
    public void What_lies_in_a_range_survives_and_moves_with_it()
    {
        var objects = new ulong[] { 0x1000, 0x1ff8, 0x2000, 0x3000 }.Select(Object).ToArray();
        var judgement = new Judgement(1, 2, objects, at: 0);
        judgement.Event(1, moved: false, 0, ranges: 2);
        judgement.Survived(0x1800, 0x800, unchecked((ulong)-0x800L)); // [0x1800, 0x2000), down
        judgement.Survived(0x3000, 0x10, 0);
        Assert.Equal([0x17f8UL, 0x3000], judgement.Survivors.Select(followed => followed.Address));
        Assert.Equal([0x1000UL, 0x2000], judgement.Dead.Select(followed => followed.Address));
    }

    [Theory]
    [InlineData(new[] { 0, 1, 2 }, false)]
    [InlineData(new[] { 0, 1, 0, 1 }, false)] // heap by heap
    [InlineData(new[] { 0, 2 }, true)]
    [InlineData(new[] { 1, 2 }, true)]
    public void An_event_that_is_missing_is_noticed(int[] indexes, bool gap)
    {
        var judgement = new Judgement(1, 2, [], at: 0);
        foreach (var index in indexes)
            judgement.Event(1, moved: true, index, ranges: 1);
        Assert.Equal(gap, judgement.HasGap);
        var beside = new Judgement(1, 2, [], at: 0);
        foreach (var (thread, index) in new[] { (1, 0), (2, 0), (1, 1), (2, 1) })
            beside.Event(thread, moved: true, index, ranges: 1);
        Assert.False(beside.HasGap);
    }

    /// <summary>The runtime tells a full one at once and goes on, those that moved apart from those that stay.</summary>
    [Theory]
    [InlineData(Judgement.MostMoved, 1, false)]
    [InlineData(Judgement.MostMoved, null, true)]
    [InlineData(Judgement.MostMoved - 1, null, false)]
    public void A_walk_ends_with_an_event_that_is_not_full(int ranges, int? behind, bool gap)
    {
        var judgement = new Judgement(1, 2, [], at: 0);
        judgement.Event(1, moved: true, 0, ranges);
        judgement.Event(1, moved: false, 0, ranges);
        if (behind is { } last)
            judgement.Event(1, moved: true, 1, last);
        Assert.Equal(gap, judgement.HasGap);
    }

    private static FollowedObject Object(ulong address) => new("Row", DotNetHeap.Small, null, address, 100_000, 0);
}
