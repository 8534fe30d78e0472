using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Reports;

namespace Lowtide.Tests.Pure.Servers;

/// <summary>Workers that have served hardly anything: what their start shows is not what load will.</summary>
public sealed class IdleWorkersTests
{
    [Theory]
    [InlineData(0.2, 0.3, "Quiet: up to 0.3 s of CPU a worker in 2 min. Look again under load.")]
    [InlineData(0.21, 0, "Quiet: up to 0.3 s of CPU a worker in 2 min. Look again under load.")]
    [InlineData(0, 0, "Quiet: no CPU used in 2 min. Look again under load.")]
    public void Those_that_used_hardly_any_processor_are_named_with_what_they_used_and_their_age(double first, double second, string said)
    {
        var idle = IdleWorkers.Of(Used(first, second))!;
        Assert.Equal((Math.Max(first, second), 120), (idle.MostSeconds, idle.AgeSeconds));
        Assert.Contains(said, AnswerSection.Circumstances(Diagnosis.Of(MadeByHand.Recording(Used(first, second)))));
    }

    /// <summary>One worker that serves shows what load does; of what nobody read nothing is said.</summary>
    [Theory]
    [InlineData(0.2, 5.0)]
    [InlineData(0.2, null)]
    public void Others_are_not(double first, double? second) => Assert.Null(IdleWorkers.Of(Used(first, second)));

    [Fact]
    public void Nor_is_a_process_without_workers() => Assert.Null(IdleWorkers.Of(Used(0.2, 0.3) with { Workers = [] }));

    private static FamilySnapshot Used(params double?[] seconds) => MadeByHand.Known with
    {
        UptimeTicks = MadeByHand.Known.Workers[0].Process.StartTicks + (long)(120 * ClockTicks.PerSecond),
        Workers = [.. MadeByHand.Known.Workers.Zip(seconds, (worker, used) => worker with { ProcessorSeconds = used })],
    };
}
