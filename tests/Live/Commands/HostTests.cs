using System.Text.Json;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Commands;

/// <summary>Whoever types <c>lowtide</c> alone is told of the servers that run here.</summary>
public sealed class HostTests
{
    /// <summary>A look has 1.5 s, which a busy machine, or larger servers on it, may use up.</summary>
    private const int Attempts = 4;

    [Fact]
    public void A_server_is_named_with_what_is_wrong_and_how_to_go_on()
    {
        using var server = Said.StartAny("collector_copies.py", "collected", "3");
        var (ran, row) = (Ran.Lowtide(), "");
        for (var attempt = 0; attempt < Attempts && (row.Length == 0 || row.EndsWith("not looked at", StringComparison.Ordinal)); attempt++)
        {
            ran = Ran.Lowtide();
            Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
            row = Assert.Single(ran.Output.Split('\n'), line => line.Contains($" {server.Pid}  ", StringComparison.Ordinal));
        }
        Assert.Contains("the collector copies shared memory", row, StringComparison.Ordinal);
        Assert.Contains("lowtide explain ", ran.Output, StringComparison.Ordinal);
        Assert.Contains("lowtide --help", ran.Output, StringComparison.Ordinal);
        // Whoever typed sudo sees less without it.
        Assert.DoesNotContain("sudo lowtide explain ", ran.Output, StringComparison.Ordinal);
        Assert.Contains("sudo lowtide explain ", Ran.Command([Built.Lowtide], ("SUDO_UID", "1000")).Output, StringComparison.Ordinal);
    }

    /// <summary>The same three ways, and no look changes what the next one sees.</summary>
    [Theory]
    [InlineData("--json")]
    [InlineData("explain", "--json")]
    public void For_programs_it_is_a_document(params string[] arguments)
    {
        using var server = Said.StartAny("collector_copies.py", "collected", "3");
        JsonElement told = default;
        for (var attempt = 0; attempt < Attempts && !(attempt > 0 && told.GetProperty("looked_into").GetBoolean()); attempt++)
        {
            var ran = Ran.Lowtide(arguments);
            Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
            Schemas.MustHold(ran.Output);
            told = Assert.Single(
                JsonDocument.Parse(ran.Output).RootElement.GetProperty("servers").EnumerateArray(), each => each.GetProperty("pid").GetInt32() == server.Pid);
        }
        Assert.Equal(
            ("cpython.collector-copies", 3, true),
            (told.GetProperty("finding").GetString(), told.GetProperty("workers").GetInt32(), told.GetProperty("looked_into").GetBoolean()));
    }

    [Fact]
    public void What_needs_a_target_says_so()
    {
        var ran = Ran.Lowtide("explain", "--details");
        Assert.Equal((2, "lowtide: --details goes with a TARGET: 'lowtide explain TARGET --details'\n"), (ran.ExitCode, ran.Error));
        Assert.Equal("lowtide: no verb 'explian': 'lowtide explain'?\n", Ran.Lowtide("explian").Error);
    }
}
