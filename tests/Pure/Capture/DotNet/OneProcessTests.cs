using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>Traces of whole machines, of which one process is read.</summary>
public sealed class OneProcessTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime", Kernel = "Universal.Events";

    private readonly OneProcess _process = new();

    [Fact]
    public void The_first_that_a_runtime_tells_of_is_read_and_the_others_are_counted()
    {
        Assert.True(_process.Takes(Kernel, 1));
        Assert.True(_process.Takes(Runtime, 7));
        Assert.False(_process.Takes(Runtime, 8));
        Assert.False(_process.Takes(Runtime + "Private", 9));
        Assert.False(_process.Takes(Runtime + "Rundown", 9));
        Assert.True(_process.Takes(ActivityEvent.Provider, 7));
        Assert.False(_process.Takes(ActivityEvent.Provider, 8));
        Assert.False(_process.Takes(Runtime, 8));
        Assert.True(_process.Takes(Kernel, 8));
        Assert.Equal(7, _process.Pid);
        var left = _process.LeftOut()!;
        Assert.Equal(("other processes of the trace", "trace one process"), (left.What, left.Mend));
        Assert.Equal("7 alone is read, of which a runtime told first; 5 events of 2 more are left out (8, 9)", left.Why);
    }

    [Fact]
    public void Of_many_those_with_most_events_are_named()
    {
        for (var pid = 1; pid <= 7; pid++)
            for (var told = 0; told < pid; told++)
                _process.Takes(Runtime, pid);
        Assert.EndsWith("27 events of 6 more are left out (7, 6, 5, 4, 3, ...)", _process.LeftOut()!.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_one_process_nothing_is_said()
    {
        Assert.Equal(0, _process.Pid);
        Assert.True(_process.Takes(Kernel, 1));
        Assert.Equal(1, _process.Pid);
        Assert.True(_process.Takes(Runtime, 7));
        Assert.True(_process.Takes(Runtime, 7));
        Assert.Null(_process.LeftOut());
    }
}
