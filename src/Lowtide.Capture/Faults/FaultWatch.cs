using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>Page faults watched beside something else, such as the samples of a recording, on a thread of its own.</summary>
internal sealed class FaultWatch : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly FaultRecorder _recorder;
    private readonly Task _running;

    private FaultWatch(FaultRecorder recorder)
    {
        _recorder = recorder;
        _running = Task.Factory.StartNew(
            () => recorder.Run(duration: null, _stop.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <inheritdoc cref="FaultRecorder.Start"/>
    public static FaultWatch? Start(Family family, int every, TimeProvider time) =>
        FaultRecorder.Start(family, every, time) is { } recorder ? new FaultWatch(recorder) : null;

    /// <summary>What was seen up to now.</summary>
    public PageFaults SoFar() => _recorder.Result().Faults;

    public async Task<CapturedFaults> EndAsync()
    {
        await _stop.CancelAsync();
        await _running;
        return _recorder.Result();
    }

    public void Dispose()
    {
        _stop.Cancel();
        // It ends within its pace; what it reads from must not vanish before.
        _running.ContinueWith(_ => { }, TaskScheduler.Default).Wait();
        _recorder.Dispose();
        _stop.Dispose();
    }
}
