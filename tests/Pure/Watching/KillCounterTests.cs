using Lowtide.Capture.Sources;
using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class KillCounterTests
{
    private readonly KillCounter _counter = new();

    [Fact]
    public void What_was_counted_before_it_was_watched_is_not_new()
    {
        Assert.Equal(0, Look("/a", 7, gone: 0));
        Assert.Equal(2, Look("/a", 9, gone: 2));
        Assert.Equal(0, Look("/a", 9, gone: 1));
    }

    /// <summary>It was listed still, and is missed at the next look; whoever ends later is another.</summary>
    [Fact]
    public void One_that_nobody_misses_yet_is_told_at_the_next_look()
    {
        Look("/a", 0, gone: 0);
        Assert.Equal(1, Look("/a", 1, gone: 0));
        Assert.Equal(1, Look("/a", 1, gone: 1));
        Assert.Equal(0, Look("/a", 1, gone: 1));
        Assert.Equal(1, Look("/a", 2, gone: 0));
        Assert.Equal(1, Look("/a", 2, gone: 0));
        Assert.Equal(0, Look("/a", 2, gone: 1));
    }

    /// <summary>The group of one that ended is gone, or made anew; the one above counts all that ever ran there.</summary>
    [Fact]
    public void Another_group_has_counted_others()
    {
        Look("/a/b", 1, gone: 0);
        Assert.Equal(0, Look("/a", 70, gone: 3));
        Assert.Equal(0, Look(null, 0, gone: 1));
        Assert.Equal(0, Look("/a/b", 2, gone: 1));
        Assert.Equal(0, Look("/a/b", 0, gone: 1));
        Assert.Equal(1, Look("/a/b", 1, gone: 1));
    }

    private long Look(string? group, long kills, int gone)
    {
        var come = _counter.New(group is null ? null : new Cgroups.CountedKills(group, kills));
        _counter.Gone(gone);
        return come;
    }
}
