using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Sources;

public sealed class PagemapTests
{
    /// <summary>Pages that are not there and pages that were not read look alike in what <see cref="Pagemap.Read(ulong, ulong)"/> gives.</summary>
    [Fact]
    public void Of_a_process_that_has_ended_nothing_is_told()
    {
        using var target = Target.Start("/bin/sh", ["-c", "echo {}; read line"]);
        var stack = Assert.Single(target.Mappings, mapping => mapping.Path == "[stack]");
        using var pagemap = Pagemap.TryOpen(target.Pid)!;
        Assert.Contains(pagemap.TryRead(stack.Start, stack.End)!, entry => entry.Present);
        Ran.Command(["kill", $"{target.Pid}"]);
        target.WaitForEnd();
        Assert.Null(pagemap.TryRead(stack.Start, stack.End));
    }
}
