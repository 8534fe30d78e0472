using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// Has a .NET runtime tell of its collections, on a thread of its own. By default it tells some twenty events a collection, all at
/// Informational; stopping asks it once for its methods' places, which takes it a fraction of a second.
/// </summary>
public sealed class DotNetWatch : IDisposable
{
    /// <summary>Names it among what could not be read.</summary>
    public const string What = "what the .NET runtime tells of its collections";

    private const string KeptTrace = "dotnet.kept-trace";

    private const string NamesOfMethods = "the names of methods in call stacks";
    private const string PrivateProvider = "Microsoft-Windows-DotNETRuntimePrivate";
    private const long AllocationSampling = 0x80000000000;

    /// <summary>That the runtime may hold for a reader that falls behind.</summary>
    private const int BufferMegabytes = 64;

    /// <summary>The first version that samples allocations at random (AllocationSampled); before, it tells of every 100 KB (GCAllocationTick).</summary>
    private const int SamplesAtRandom = 10;

    /// <summary>The first version that is listened to.</summary>
    private const int Oldest = 8;

    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(20);

    /// <summary>Once nobody waits for what is told: enough that a runtime that runs hears that it is to stop.</summary>
    private static readonly TimeSpan TimeToLeave = TimeSpan.FromSeconds(1);

    private readonly int _pid;
    private readonly SafeFileHandle _socket;
    private readonly EventPipeSession _session;
    private readonly BoundedStream _events;
    private readonly CopiedStream? _copied;
    private readonly SoundTrace _stream;
    private readonly TraceReducer _reducer;
    private readonly EventPipeEventSource _source;
    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly double _startSeconds;
    private readonly CancellationTokenSource _left;
    private readonly bool _asksForStacks;
    private bool _told;
    private readonly TaskCompletionSource<(Exception? Failed, double EndedAt)> _read = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="socket">Ending the session connects once more.</param>
    /// <param name="kept">Where the events go as they came; null for nowhere.</param>
    private DotNetWatch(int pid, SafeFileHandle socket, EventPipeSession session, DotNetListening asked, Stream? kept, Func<double> clock, TimeProvider time)
    {
        _left = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        (_pid, _socket, _session, _time, _start, _startSeconds) = (pid, socket, session, time, time.GetTimestamp(), clock());
        _events = new BoundedStream(session.EventStream, () => Elapsed);
        _copied = kept is null ? null : new CopiedStream(_events, kept);
        _stream = new SoundTrace(_copied ?? (Stream)_events, mayBeSix: false);
        _source = new EventPipeEventSource(_stream);
        _asksForStacks = asked.Methods;
        _reducer = new TraceReducer(_source, asked, () => Elapsed);
        new Thread(Read) { IsBackground = true, Name = "EventPipe" }.Start();
    }

    /// <summary>Of a process that runs none, where somebody asked for what only .NET tells.</summary>
    public static Unreadable NoDotNet => Deaf("no .NET runtime was found in it");

    internal static Unreadable Deaf(string why, string? mend = null) => new(Unreadable.DotNetCollections, What, why, mend);

    /// <summary>
    /// Whether what is asked for keeps other sessions' allocations from them: while a runtime samples at random (AllocationSampled) it raises no
    /// GCAllocationTick, to nobody. One whose version is not known is not asked to.
    /// </summary>
    public static bool Silences(string? version, DotNetListening asked) => SamplesRandomly(MajorOf(version), asked);

    /// <param name="clock">Of the recording that it is for, in seconds. Asked once the runtime tells, which it may be long in beginning.</param>
    /// <returns>Either: why the process cannot be listened to stands in the watch's place.</returns>
    /// <exception cref="OperationCanceledException">By <paramref name="cancellation"/>, while the runtime had not answered.</exception>
    public static async Task<(DotNetWatch? Watch, Unreadable? Refused)> TryStartAsync(
        int pid, string? version, DotNetListening asked, Func<double> clock, TimeProvider time, CancellationToken cancellation)
    {
        var major = MajorOf(version);
        if (major < Oldest)
            return (null, Deaf($"its runtime is .NET {version}; Lowtide listens to {Oldest} and later"));
        if (DiagnosticPort.Open(pid, out var refused) is not { } socket)
            return (null, refused);
        // Before there is a session: one that nobody reads would fill the target's memory.
        FileStream? kept = null;
        try
        {
            kept = asked.KeepTrace is { } path ? NewFile(path) : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            socket.Dispose();
            return (null, Deaf(
                $"the file for its trace cannot be made ({failure.Message.TrimEnd('.')})", "name another with --keep-trace"));
        }
        EventPipeSession? session = null;
        DotNetWatch? watch = null;
        using var patience = new CancellationTokenSource(TimeToStart, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellation);
        try
        {
            session = await BeginAsync(socket, Providers(major, asked), asked.Methods, either.Token).WaitAsync(either.Token);
            watch = new DotNetWatch(pid, socket, session, asked, kept, clock, time);
            return (watch, null);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return (null, Deaf($"its runtime did not answer within {TimeToStart.TotalSeconds:0} s: it may be stopped, or starting"));
        }
        catch (Exception failure) when (failure is DiagnosticsClientException or IOException or SocketException or TimeoutException
            or UnauthorizedAccessException)
        {
            return (null, new Unreadable(
                Unreadable.DotNetCollections, What, $"its runtime refused a session ({failure.Message.TrimEnd('.')})",
                failure is ServerErrorException ? "where other tools listen to it, end one: it gives 64 sessions at most" : null));
        }
        // The client takes an answer for what the protocol says it is: of another it throws what it met first.
        catch (Exception failure) when (failure is not (OutOfMemoryException or OperationCanceledException))
        {
            return (null, Deaf($"what answers on its socket is no .NET runtime: the answer cannot be read ({failure.Message.TrimEnd('.')})"));
        }
        finally
        {
            if (watch is null)
            {
                session?.Dispose();
                socket.Dispose();
                kept?.Dispose();
                if (kept is not null)
                    File.Delete(kept.Name);
            }
        }
    }

    /// <summary>Nothing more will be told.</summary>
    public bool HasEnded => _read.Task.IsCompleted;

    /// <summary>What was told up to now, of collections, pauses and waits those since the last call; methods are addresses until the end.</summary>
    /// <returns>Null where it broke off before it told of any.</returns>
    public DotNetTrace? Next()
    {
        var ended = _read.Task.IsCompleted;
        var trace = WithStacks(_reducer.Result(_pid, _startSeconds, ended ? _read.Task.Result.EndedAt : Elapsed, goesOn: true));
        _told |= trace.Collections.Count > 0;
        return _told || !ended ? trace : null;
    }

    /// <summary>Ends the session; the trace is as <see cref="Next"/>'s. A process that has ended told what it did until then.</summary>
    /// <exception cref="OperationCanceledException">By <paramref name="cancellation"/>, while the runtime had not told all.</exception>
    public async Task<CapturedDotNet> EndAsync(CancellationToken cancellation = default)
    {
        var (asked, brokeOff) = (Elapsed, _read.Task.IsCompleted);
        using var limit = new CancellationTokenSource(TimeToEnd, _time);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellation);
        await StopAsync(patience.Token);
        await Task.WhenAny(_read.Task, Task.Delay(Timeout.InfiniteTimeSpan, _time, patience.Token));
        var late = !_read.Task.IsCompleted;
        if (late)
        {
            cancellation.ThrowIfCancellationRequested();
            Leave();
        }
        var (failed, endedAt) = await _read.Task;
        // A process that ended was listened to until then, and not for as long as somebody waited.
        var trace = WithStacks(_reducer.Result(_pid, _startSeconds, Math.Min(asked, endedAt)));
        // A runtime begins its trace at once, whether it collects or not.
        if ((brokeOff || _events.IsSilent) && !_told && trace.Collections.Count == 0 && Procfs.Stat(_pid) is { IsZombie: false })
        {
            var why = failed?.Message.TrimEnd('.') ?? "the stream ended";
            var deaf = Deaf(_events.IsSilent ? "it opened a session and told nothing"
                : string.Create(CultureInfo.InvariantCulture, $"it broke off after {endedAt:0.0} s ({why}), before it told of any"));
            return new CapturedDotNet(null, [deaf, .. Missing(trace.MethodsNamed, failed, late).Where(missing => missing.Code == KeptTrace)]);
        }
        return new CapturedDotNet(trace, [.. Missing(trace.MethodsNamed, failed, late)]);
    }

    /// <param name="late">Nobody waited for the runtime any longer, which is what the reader met.</param>
    private IEnumerable<Unreadable> Missing(bool methodsNamed, Exception? failed, bool late)
    {
        var ended = Procfs.Stat(_pid) is not { IsZombie: false };
        var cut = ended ? null
            : late ? $"the runtime did not tell it within {TimeToEnd.TotalSeconds:0} s"
            : failed is not null ? $"reading it failed ({failed.Message.TrimEnd('.')})"
            : null;
        if (!methodsNamed)
            yield return ended
                ? new Unreadable(
                    "dotnet.method-names", NamesOfMethods, "the process ended before it told them", "end the recording before the process ends (-d, or Ctrl-C)")
                : new Unreadable(
                    "dotnet.method-names", NamesOfMethods,
                    late ? $"the runtime did not tell them within {TimeToEnd.TotalSeconds:0} s"
                        : failed is not null ? "the trace could not be read to its end"
                        : "the trace ends without them (no rundown)",
                    Mend: null);
        if (failed is not null && (methodsNamed || !(ended || late)))
            yield return new Unreadable("dotnet.trace-end", "the end of the trace", cut ?? failed.Message.TrimEnd('.'), Mend: null);
        foreach (var leftOut in _reducer.LeftOut())
            yield return leftOut;
        if (_reducer.WaitsNotTold(ended ? "the process ended before any was told" : "not delivered by this runtime") is { } waits)
            yield return waits;
        if (_copied is not null && (_copied.Failed?.Message.TrimEnd('.') ?? cut) is { } why)
            yield return new Unreadable(KeptTrace, "the rest of the kept trace", why, Mend: null);
    }

    /// <summary>A session's configuration asks for stacks where methods are to be named.</summary>
    private DotNetTrace WithStacks(DotNetTrace trace) => trace with { StacksTold = _asksForStacks && EventStack.IsTold };

    private double Elapsed => _time.GetElapsedTime(_start).TotalSeconds;

    public void Dispose()
    {
        Leave();
        _read.Task.Wait(TimeToEnd);
        _source.Dispose();
        _stream.Dispose();
        _socket.Dispose();
        _left.Dispose();
    }

    /// <summary>Ends the reader, whatever the runtime does.</summary>
    private void Leave()
    {
        _left.CancelAfter(TimeToLeave);
        _session.Dispose();
    }

    private static async Task<EventPipeSession> BeginAsync(
        SafeFileHandle socket, IEnumerable<EventPipeProvider> providers, bool methods, CancellationToken patience)
    {
        await using var connector = await DiagnosticsClientConnector.FromDiagnosticPort(DiagnosticPort.Address(socket), patience);
        return await connector.Instance.StartEventPipeSessionAsync(
            // Who names no method needs no stacks, which a runtime walks for every event.
            new EventPipeSessionConfiguration(providers, BufferMegabytes, requestRundown: methods, requestStackwalk: methods), patience);
    }

    private static IEnumerable<EventPipeProvider> Providers(int? major, DotNetListening asked)
    {
        var collections = (long)ClrTraceEventParser.Keywords.GC;
        if (asked.Deaths)
            collections |= (long)ClrTraceEventParser.Keywords.GCHeapSurvivalAndMovement;
        var random = SamplesRandomly(major, asked);
        yield return new EventPipeProvider(
            ClrTraceEventParser.ProviderName,
            asked.Allocations && !random ? EventLevel.Verbose : EventLevel.Informational,
            random ? collections | AllocationSampling : collections);
        yield return new EventPipeProvider(PrivateProvider, EventLevel.Informational, (long)ClrTraceEventParser.Keywords.GC);
        if (asked.Requests)
            yield return new EventPipeProvider(ActivityEvent.Provider, EventLevel.Verbose, ActivityEvent.Keyword, ActivityEvent.Arguments);
    }

    private static bool SamplesRandomly(int? major, DotNetListening asked) => asked.Allocations && major >= SamplesAtRandom;

    private static int? MajorOf(string? version) => Version.TryParse(version, out var known) ? known.Major : null;

    private static FileStream NewFile(string path) => new(path, new FileStreamOptions
    {
        Mode = FileMode.CreateNew,
        Access = FileAccess.Write,
        BufferSize = 0, // what does not fit on the disk is told as it is written, and not by what closes the file
        UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
    });

    private void Read()
    {
        // Taken now: a reader that a disk holds up for longer than Dispose waits would find its source disposed.
        var left = _left.Token;
        try
        {
            _source.Process();
            if (_stream.Damage is { } damage)
                throw damage;
            _read.SetResult((null, Elapsed));
        }
        // A stream that ends anywhere, as the process may: TraceEvent throws what it met first, of memory too. Nobody else would catch it on this thread.
        catch (Exception failure)
        {
            var endedAt = Elapsed;
            // A runtime that lives would fill its memory for a reader that has gone. The stream first: it would wait to write there before it stops.
            _session.EventStream.Dispose();
            using var limit = new CancellationTokenSource(TimeToEnd, _time);
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, left);
            StopAsync(patience.Token).GetAwaiter().GetResult();
            _read.SetResult((_stream.Damage ?? failure, endedAt));
        }
    }

    private async Task StopAsync(CancellationToken patience)
    {
        try
        {
            await _session.StopAsync(patience);
        }
        // Whatever it met, the stream's end says the same. On the reader's thread nobody else would catch it.
        catch (Exception)
        {
        }
    }
}
