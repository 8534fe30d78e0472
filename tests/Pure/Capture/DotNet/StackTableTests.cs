using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class StackTableTests
{
    private readonly StackTable _table = new(new MethodNames());

    [Fact]
    public void Each_is_kept_once()
    {
        Assert.Equal(_table.OfAllocation([1, 2]), _table.OfTrigger([1, 2]));
        Assert.Null(_table.OfAllocation([]));
        Assert.Equal(0, _table.LeftOut);
        Assert.Equal(["0x2", "0x1"], Assert.Single(_table.Named()).Frames);
    }

    /// <summary>That nobody of the program's asked for a collection is an answer: a tool did.</summary>
    [Fact]
    public void An_empty_one_of_a_trigger_is_kept_too()
    {
        Assert.Equal(0, _table.OfTrigger([]));
        Assert.Equal(0, _table.OfTrigger([]));
        Assert.Empty(Assert.Single(_table.Named()).Frames);
    }

    [Fact]
    public void Allocations_leave_room_for_what_triggers_collections()
    {
        for (var address = 1UL; address <= StackTable.MostStacks; address++)
            _table.OfAllocation([address]);
        Assert.Equal(StackTable.ForTriggers, _table.LeftOut);
        for (var address = 1UL; address <= StackTable.MostStacks; address++)
            _table.OfTrigger([address]);
        Assert.Equal(StackTable.MostStacks, _table.Named().Count);
        Assert.Equal(StackTable.ForTriggers, _table.LeftOut);
        Assert.Null(_table.OfTrigger([ulong.MaxValue]));
        Assert.Equal(StackTable.ForTriggers + 1, _table.LeftOut);
        Assert.NotNull(_table.OfAllocation([1])); // that was there
    }
}
