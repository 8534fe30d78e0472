using System.Diagnostics;

namespace Lowtide.Tests.Live;

public sealed class PatienceTests
{
    [Fact]
    public void A_target_that_hangs_is_named_and_ended()
    {
        using var target = Process.Start(
            new ProcessStartInfo("/bin/cat", ["-"]) { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true })!;
        var hangs = Assert.Throws<TimeoutException>(() => Patience.Line(target, "that it is ready", TimeSpan.FromMilliseconds(50)));
        Assert.Matches($"target {target.Id} .*/bin/cat -.* that it is ready", hangs.Message);
        Patience.ForEnd(target);
    }

    [Fact]
    public void One_that_speaks_is_heard()
    {
        using var target = Process.Start(new ProcessStartInfo("/bin/echo", ["ready"]) { UseShellExecute = false, RedirectStandardOutput = true })!;
        Assert.Equal("ready", Patience.Line(target, "that it is ready"));
        Assert.Null(Patience.Line(target, "its end"));
        Patience.ForEnd(target);
    }

    [Fact]
    public void What_a_target_tells_nobody_is_looked_for()
    {
        var looks = 0;
        Assert.Equal("3", Patience.Until(() => ++looks < 3 ? null : $"{looks}", "the third look"));
        var nothing = Assert.Throws<TimeoutException>(() => Patience.Until<string>(() => null, "a note", TimeSpan.FromMilliseconds(50)));
        Assert.EndsWith("for a note", nothing.Message, StringComparison.Ordinal);
    }
}
