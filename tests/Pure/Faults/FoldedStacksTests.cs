using Lowtide.Recordings;
using Lowtide.Reports.Faults;

namespace Lowtide.Tests.Pure.Faults;

public sealed class FoldedStacksTests
{
    [Fact]
    public void Equal_ways_of_several_processes_are_one_line() => Assert.Equal(
        ["uwsgi;copy;_start;main;gc_collect_main 30", "uwsgi;new;_start;malloc 5", "uwsgi;copy;[others] 1"],
        Folded(
            Chain(1, FaultKind.Copy, 10, "_start", "main", "gc_collect_main"), Chain(2, FaultKind.Copy, 20, "_start", "main", "gc_collect_main"),
            Chain(1, FaultKind.New, 5, "_start", "malloc"), Chain(1, FaultKind.Copy, 1)));

    /// <summary>A semicolon, a line feed or an escape in a name must not make another frame, line or terminal of it.</summary>
    [Fact]
    public void Names_cannot_break_the_format() => Assert.Equal(
        ["a:b?;file;operator new;x?[31m 3"],
        Folded(Chain(1, FaultKind.File, 3, "operator new", "x\u001b[31m") with { Thread = "a;b\n" }));

    private static IEnumerable<string> Folded(params FaultChain[] chains) =>
        FoldedStacks.Of(new PageFaults(1, 1, 0, true, [], chains));

    private static FaultChain Chain(int pid, FaultKind kind, long faults, params string[] frames) =>
        new(pid, "uwsgi", kind, null, null, null, frames, faults);
}
