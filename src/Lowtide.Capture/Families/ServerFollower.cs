using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Families;

/// <summary>Who serves now, through every kind of reload: a family, and after its end the one that was started in its place.</summary>
/// <param name="sinceTicks">A successor began later: clock ticks since boot.</param>
internal sealed class ServerFollower(Family first, long sinceTicks)
{
    private FamilyFollower _follower = new(first);
    private SuccessorSearch _search = new(first.Head, sinceTicks);

    /// <summary>The last one known, which may have ended.</summary>
    public ProcessStat Head { get; private set; } = first.Head;

    /// <returns>Null where nobody serves, or nobody yet.</returns>
    public Family? Now()
    {
        if (_follower.Now() is { } same)
            return Known(same);
        if (_search.Find() is not { } successor)
            return null;
        _follower = new FamilyFollower(successor);
        return Known(successor);
    }

    /// <summary>What was started in its place is told by what it is now: exec changes its command line.</summary>
    private Family Known(Family family)
    {
        var head = family.Head;
        if ((head.Pid, head.StartTicks, head.StackStart) != (Head.Pid, Head.StartTicks, Head.StackStart))
            (_search, Head) = (new SuccessorSearch(head, sinceTicks), head);
        return family;
    }
}
