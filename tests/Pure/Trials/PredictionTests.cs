using Lowtide.Recordings;
using Lowtide.Tests.Pure.Reports.Report;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>What an arm is told to save, from a run of the baseline.</summary>
public sealed class PredictionTests
{
    private static readonly Recording Baseline = MadeReports.Recording(copies: true);

    [Fact]
    public void Of_a_remedy_it_is_what_explain_says() => Assert.NotNull(Prediction.Of(Arm.Of(["cpython.gc-freeze"]), Baseline));

    /// <summary>"12 to 23 MiB" was said of an arm that preloads and freezes, which saved 183: the baseline shows nothing of a server that preloads.</summary>
    [Fact]
    public void Of_another_command_or_environment_nothing_is_predicted()
    {
        var arm = Arm.Of(["cpython.gc-freeze"]);
        Assert.Null(Prediction.Of(arm with { Command = "gunicorn --preload app:app" }, Baseline));
        Assert.Null(Prediction.Of(arm with { Settings = [new EnvironmentSetting("WORKERS", "2")] }, Baseline));
    }
}
