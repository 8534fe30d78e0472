using System.Text.Json;

namespace Lowtide.Tests.Live.Trials;

public sealed class ReloadTrialTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    [Fact]
    public void A_reload_in_place_is_timed()
    {
        var ran = _trial.Run(_trial.Server("renews"), "--pairs", "1", "--reload-signal", "HUP", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        Assert.All(root.GetProperty("runs").EnumerateArray(), run => Assert.InRange(run.GetProperty("reload_seconds").GetDouble(), 0.001, 60));
        Assert.Contains(
            root.GetProperty("arms")[0].GetProperty("brings").EnumerateArray(),
            figure => figure.GetProperty("name").GetString() == "reload_seconds" && figure.GetProperty("estimate").ValueKind == JsonValueKind.Number);
        Assert.Empty(_trial.Left());
    }

    [Theory]
    [InlineData("HUP", "the server ended by signal 1 when it was asked to reload")]
    [InlineData("WINCH", "the server had not replaced its workers 2 s after the signal of --reload-signal")]
    [InlineData("nope", "--reload-signal takes HUP, INT")]
    public void A_server_that_does_not_reload_on_it_says_so(string signal, string why)
    {
        var ran = _trial.Run(_trial.Server(), "--pairs", "1", "--reload-signal", signal, "--ready-timeout", "1", "--stop-grace", "1");
        Assert.NotEqual(0, ran.ExitCode);
        Assert.Contains(why, ran.Error);
        Assert.Empty(_trial.Left());
    }

    public void Dispose() => _trial.Dispose();
}
