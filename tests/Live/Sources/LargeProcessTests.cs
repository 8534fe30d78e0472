using System.Text.Json;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Sources;

/// <summary>A process over 1 GiB: smaps_rollup, which would keep it from mapping memory, is not read of it, and its PSS is estimated (MemoryLook).</summary>
public sealed class LargeProcessTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("ps")]
    [InlineData("explain")]
    [InlineData("record", "-d", "200ms")] // shorter than its interval: it takes its two looks, and no sample
    public void Is_not_read_whole_by_a_look(string verb, params string[] more)
    {
        Assert.SkipUnless(Ran.Command(["sh", "-c", "strace -o /dev/null true"]).ExitCode == 0, "strace is missing or not permitted");
        using var target = Large();
        var trace = _folder.File("trace");
        if (verb == "record")
            more = [.. more, "-o", _folder.File("x.lowtide")];
        var ran = Ran.Command(["strace", "-f", "-qq", "-o", trace, "-e", "trace=open,openat", Built.Lowtide, verb, $"{target.Pid}", .. more]);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Errors));
        var opened = File.ReadAllLines(trace);
        Assert.Contains(opened, line => line.Contains($"\"/proc/{target.Pid}/pagemap\""));
        Assert.DoesNotContain(opened, line => line.Contains($"\"/proc/{target.Pid}/smaps"));
    }

    [Fact]
    public void Says_that_its_PSS_is_estimated_or_why_it_is_not()
    {
        using var target = Large();
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--json");
        Assert.Equal(0, ran.ExitCode);
        var codes = JsonDocument.Parse(ran.Output).RootElement.GetProperty("could_not_read").EnumerateArray()
            .Select(missing => missing.GetProperty("code").GetString()).ToList();
        Assert.Contains(Pagemap.ShowsFrames() ? "memory.estimated" : "memory.too-large", codes);
    }

    /// <summary>Of 1.2 GiB.</summary>
    private static Target Large() => Target.Start("python3", ["-c", """
        import os
        held = b"x" * (1200 << 20)
        os.write(1, b"{}\n")
        os.read(0, 1)
        """]);
}
