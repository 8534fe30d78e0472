using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Lowtide.Tests.Live.Record;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>From .NET 10 on a runtime that samples allocations tells no session of AllocationTick. A second session is the truth.</summary>
public sealed class SilencedAllocationsTests : IDisposable
{
    private const long Collections = 0x1;
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Other_tools_hear_nothing_of_allocations_while_they_are_sampled_and_that_is_said()
    {
        using var target = DotNetTarget.Start("loh");
        ConcurrentQueue<DateTime> heard = new();
        using var session = new DiagnosticsClient(target.Pid).StartEventPipeSession(
            [new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, Collections)]);
        var listening = Task.Run(() =>
        {
            using var source = new EventPipeEventSource(session.EventStream);
            source.Clr.GCAllocationTick += tick => heard.Enqueue(tick.TimeStamp.ToUniversalTime());
            source.Process();
        });
        Patience.Until(() => heard.IsEmpty ? null : heard, "allocations in the other session");

        var began = DateTime.UtcNow;
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), ["-d", "5s", "--allocations"]);
        var ran = recorder.End();
        var ended = DateTime.UtcNow;
        await session.StopAsync(CancellationToken.None);
        await listening;

        Assert.Contains("tells other tools nothing of allocations (AllocationTick) while they are sampled", ran.Error, StringComparison.Ordinal);
        // It starts and stops some time after the first and before the last moment; heard are some hundred a second otherwise.
        Assert.Contains(heard, at => at < began);
        Assert.DoesNotContain(heard, at => at > began.AddSeconds(2.5) && at < ended.AddSeconds(-1.5));
    }
}
