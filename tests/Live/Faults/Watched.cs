using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Faults;
using Lowtide.Capture.Families;
using Lowtide.Capture.Faults;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Faults;

/// <summary>The page faults of a target while it is told to do something: lowtide faults without the program around it.</summary>
internal sealed record Watched(CapturedFaults Captured, JsonElement Told)
{
    public int Worker => Told.GetProperty("pid").GetInt32();

    public PageFaults Faults => Captured.Faults;

    public FaultingProcess Process => Assert.Single(Faults.Processes, process => process.Pid == Worker);

    public CopiesByWay Copies => CopiesByWay.Of(OfWorker);

    public IEnumerable<FaultChain> OfWorker => Faults.Chains.Where(chain => chain.Pid == Worker);

    public long Pages(FaultKind kind) => OfWorker.Where(chain => chain.Kind == kind).Sum(chain => chain.Faults);

    /// <summary>What the worker itself saw copied lies between what was seen and what, with lost records, can have been.</summary>
    public void CopiesAreAsTold()
    {
        var truth = Told.GetProperty("copied_bytes").GetInt64();
        var seen = Copies.Faults * Page.Size;
        Assert.InRange(seen, truth - (Faults.LostFaults!.Value * Page.Size), truth + Look.Slack);
    }

    public static Watched While(Target target, string command)
    {
        using var stop = new CancellationTokenSource();
        using var recorder = FaultRecorder.Start(
            FamilyLookup.Find(target.Pid.ToString(CultureInfo.InvariantCulture)), every: 1, TimeProvider.System);
        Assert.NotNull(recorder);
        var running = Task.Run(() => recorder.Run(duration: null, stop.Token), CancellationToken.None);
        var told = target.Ask(command);
        stop.Cancel();
        running.Wait(CancellationToken.None);
        return new Watched(recorder.Result(), told);
    }
}
