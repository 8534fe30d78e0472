using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Capture.DotNet;

/// <summary>A .nettrace that somebody has made, by Lowtide, dotnet-trace or PerfView: as a recording that holds nothing else.</summary>
public static class NetTraceFile
{
    private static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    public static bool IsOne(string path)
    {
        try
        {
            using var file = RegularFile.Open(path);
            return RegularFile.Head(file, Magic.Length).AsSpan().SequenceEqual(Magic);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <param name="host">Of this machine, of which only the version of Lowtide is kept: the trace may be another's.</param>
    /// <exception cref="RecordingException">Nothing in it can be read.</exception>
    public static Recording Read(string path, Host host)
    {
        var missing = new List<Unreadable>();
        var isCut = false;
        SoundTrace? sound = null;
        try
        {
            using var file = RegularFile.Open(path);
            using var bytes = sound = new SoundTrace(new FileBytes(file), mayBeSix: true);
            using var source = new EventPipeEventSource(bytes);
            var reducer = new TraceReducer(source, new DotNetListening(Deaths: true));
            var process = new OneProcess();
            source.AddDispatchHook((data, dispatch) =>
            {
                if (process.Takes(data.ProviderName, data.ProcessID))
                    dispatch(data);
            });
            try
            {
                source.Process();
            }
            catch (Exception)
            {
                isCut = true;
                missing.Add(new Unreadable("dotnet.trace-end", "the rest of the trace", $"{path} is cut short or damaged there", Mend: null));
            }
            if (bytes is { IsBegun: false, Damage: { } damage })
                throw damage;
            if (process.LeftOut() is { } others)
                missing.Add(others);
            return Recording(path, source, reducer, process.Pid, host, missing, isCut);
        }
        catch (Exception failure) when (failure is not RecordingException)
        {
            var why = (sound?.Damage ?? failure).Message.TrimEnd('.');
            throw new RecordingException($"{path} is damaged, or of a version that cannot be read ({why})", failure);
        }
    }

    private static Recording Recording(
        string path, EventPipeEventSource source, TraceReducer reducer, int pid, Host host, List<Unreadable> missing, bool isCut)
    {
        var trace = reducer.Result(pid, startSeconds: 0, seconds: null);
        var isHeard = trace.Collections.Count > 0 || trace.Pauses.Count > 0 || trace.Allocations is not null || trace.CountedCollections is not null;
        if (!isHeard)
            missing.Add(new Unreadable(
                Unreadable.DotNetCollections, DotNetWatch.What,
                "the trace has no event of the collector" + (isCut ? " and is cut short or damaged" : ""),
                "record it with 'lowtide record PID', or with dotnet-trace and its profile gc-verbose"));
        if (!trace.MethodsNamed)
            missing.Add(new Unreadable(
                "dotnet.method-names", "the names of methods in call stacks",
                isCut ? "the trace is cut short before them" : "it was recorded without them (no rundown), as by dotnet-trace's profile gc-collect",
                isCut ? "stop the tool that records it, instead of killing it" : "record it with 'lowtide record PID', or with the profile gc-verbose"));
        missing.AddRange(reducer.LeftOut());
        if (reducer.WaitsNotTold("the trace has no event of the provider Microsoft-Windows-DotNETRuntimePrivate") is { } waits)
            missing.Add(waits);
        var process = new ProcessFacts(pid, 0, 0, Path.GetFileNameWithoutExtension(path), reducer.CommandLine ?? "", null, null, null, 0);
        var member = new Member(process, MemoryUse.Unknown, new RuntimeFacts("dotnet", reducer.RuntimeVersion, Collector: null), null, null);
        return new Recording(
            new Host("", null, source.NumberOfProcessors, [], null, null, host.ProgramVersion),
            [new FamilySnapshot(new DateTimeOffset(source.SessionStartTime), process.Name, member, [], Cgroup: null)], [], missing)
        {
            // Silence is no trace without pauses.
            DotNet = isHeard ? trace : null,
        };
    }
}
