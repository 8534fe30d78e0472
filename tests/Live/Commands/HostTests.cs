using System.Text.Json;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Commands;

/// <summary>Whoever types <c>lowtide</c> alone is told of the servers that run here.</summary>
public sealed class HostTests
{
    [Fact]
    public void A_server_is_named_with_what_is_wrong_and_how_to_go_on()
    {
        using var server = Said.StartAny("collector_copies.py", "collected", "3");
        var ran = Ran.Lowtide();
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var row = Assert.Single(ran.Output.Split('\n'), line => line.Contains($" {server.Pid} ", StringComparison.Ordinal));
        Assert.Contains("the collector unshares inherited memory", row, StringComparison.Ordinal);
        Assert.Contains("lowtide explain ", ran.Output, StringComparison.Ordinal);
        Assert.Contains("lowtide --help", ran.Output, StringComparison.Ordinal);
    }

    /// <summary>The same three ways, and no look changes what the next one sees.</summary>
    [Theory]
    [InlineData("--json")]
    [InlineData("explain", "--json")]
    public void For_programs_it_is_a_document(params string[] arguments)
    {
        using var server = Said.StartAny("collector_copies.py", "collected", "3");
        JsonElement told = default;
        // The look has 1.5 s, which a busy machine may use up elsewhere.
        for (var attempt = 0; attempt < 4 && !(attempt > 0 && told.GetProperty("looked_into").GetBoolean()); attempt++)
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
