using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Text.Json;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;
using Microsoft.Diagnostics.NETCore.Client;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What goes wrong around a runtime that is listened to: what had come is kept, and what is missing says why.</summary>
public sealed class DotNetFaultsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_target_that_ends_by_itself_leaves_what_came()
    {
        Recorder recorder;
        using (var target = DotNetTarget.Start("induced"))
        {
            recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "60s");
            recorder.WaitFor(recording => recording.DotNet?.Collections.Count > 2);
        }
        var ran = recorder.End();
        var file = recorder.File;
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var read = RecordingReader.Read(file);
        var trace = read.DotNet!;
        Assert.True(trace.Collections.Count > 2);
        // The machine is sampled on for 10 s, in which somebody else might have been started; nobody was listened to then.
        Assert.InRange(trace.StartSeconds + trace.Seconds, trace.Collections[^1].At, read.SystemSamples[^1].Seconds - 5);
        Assert.Contains("asked for", Ran.Lowtide("explain", file, "--details").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_process_that_is_started_anew_is_said_not_to_be_listened_to()
    {
        // A supervisor: what a signal has ended it starts again.
        using var supervisor = Target.Start("/bin/sh",
            ["-c", "while \"$0\" \"$@\"; [ $? -gt 128 ]; do :; done", "dotnet", DotNetTarget.Program, "induced"]);
        var first = Procfs.Children(supervisor.Pid)!.Single();
        using var recorder = new Recorder(first, _folder.File("x.lowtide"), "-d", "60s");
        recorder.WaitFor(recording => recording.DotNet?.Collections.Count > 2);
        Ran.Command(["kill", "-KILL", $"{first}"]);
        var noticed = recorder.WaitFor(recording => recording.CouldNotRead.Any(missing => missing.What == "collections after the restart"))
            .SystemSamples[^1].Seconds;
        recorder.WaitFor(recording => recording.SystemSamples[^1].Seconds > noticed + 4);
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);
        var trace = RecordingReader.Read(recorder.File).DotNet!;
        Assert.InRange(trace.StartSeconds + trace.Seconds, trace.Collections[^1].At, noticed + 2);
        var ran = Ran.Lowtide("explain", recorder.File, "--details");
        Assert.Contains($"process {first} ended, and ", ran.Output, StringComparison.Ordinal);
        Assert.Contains("is sampled but not listened to", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_trace_that_cannot_be_kept_is_refused_before_anything_is_recorded()
    {
        using var target = DotNetTarget.Start("idle");
        var ran = Ran.Lowtide("record", $"{target.Pid}", "-d", "1s", "-o", _folder.File("x.lowtide"), "--keep-trace", "/proc/x.nettrace");
        Assert.Equal(2, ran.ExitCode);
        Assert.Contains("/proc/x.nettrace cannot be written", ran.ErrorLine, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.File("x.lowtide")));
    }

    /// <summary>What only .NET tells is not left out without a word.</summary>
    [Fact]
    public void Of_another_runtime_it_is_said_that_there_is_none()
    {
        using var other = new ToldFamily();
        var ran = Ran.Lowtide("record", $"{other.Pid}", "-d", "1s", "-o", _folder.File("x.lowtide"), "--deaths", "--keep-trace", _folder.File("x.nettrace"));
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("no .NET runtime was found in it", ran.Output, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.File("x.nettrace")));
        Assert.Contains("no .NET runtime was found in it", Ran.Lowtide("explain", $"{other.Pid}", "--requests", "--details").Output, StringComparison.Ordinal);
        Assert.DoesNotContain(".NET", Ran.Lowtide("explain", $"{other.Pid}", "--details").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_full_disk_ends_the_kept_trace_and_not_the_recording()
    {
        using var disk = SmallDisk.Mount("64k");
        using var target = DotNetTarget.Start("induced");
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "3s", "--keep-trace", Path.Combine(disk.Path, "x.nettrace"));
        var ran = recorder.End();
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var recording = RecordingReader.Read(recorder.File);
        Assert.True(recording.DotNet!.MethodsNamed);
        var missing = Assert.Single(recording.CouldNotRead, missing => missing.What == "the rest of the kept trace");
        Assert.Contains("No space left on device", missing.Why, StringComparison.Ordinal);
        // What there is of it is a trace that was cut.
        Assert.Equal(0, Ran.Lowtide("explain", Path.Combine(disk.Path, "x.nettrace"), "--details").ExitCode);
    }

    [Fact]
    public void A_full_disk_leaves_what_was_recorded_of_the_runtime()
    {
        using var disk = SmallDisk.Mount("4m");
        using var target = DotNetTarget.Start("induced");
        using var recorder = new Recorder(target.Pid, Path.Combine(disk.Path, "x.lowtide"), "-d", "60s", "--interval", "100ms");
        recorder.WaitFor(recording => recording.DotNet?.Collections.Count > 2);
        disk.FillUp();
        var ran = recorder.End();
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("can no longer be written", ran.ErrorLine, StringComparison.Ordinal);
        Assert.Contains("asked for", Ran.Lowtide("explain", recorder.File, "--details").Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0x1)]
    [InlineData(0x11)] // with those that are compiled meanwhile, which are not those that stand in the stacks
    public async Task A_trace_without_rundown_says_that_it_names_no_method(long keywords)
    {
        using var target = DotNetTarget.Start("induced");
        var path = await Traced(target, new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, keywords), rundown: false);
        var ran = Ran.Lowtide("explain", path, "--details");
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("it was recorded without them (no rundown)", ran.Output, StringComparison.Ordinal);
        // Nobody killed the tool.
        Assert.DoesNotContain("stop the tool", ran.Output, StringComparison.Ordinal);
        Assert.Contains("code without a name asked for", ran.Output, StringComparison.Ordinal);
    }

    /// <summary>The program collects meanwhile, but who made the trace asked for counters alone.</summary>
    [Fact]
    public async Task A_trace_of_something_else_is_said_to_tell_nothing_of_collections()
    {
        using var target = DotNetTarget.Start("induced");
        var counters = new EventPipeProvider(
            "System.Runtime", EventLevel.Informational, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" });
        var path = await Traced(target, counters, rundown: true);
        var ran = Ran.Lowtide("explain", path, "--details");
        // As of a family of which nothing could be read: whoever asks from a script must not take that for no pauses.
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains(
            "what the .NET runtime tells of its collections: the trace has no event of the collector; "
                + "record it with 'lowtide record PID', or with dotnet-trace and its profile gc-verbose",
            ran.Output, StringComparison.Ordinal);
        // A trace that the runtime itself ended: nothing else is missing.
        Assert.DoesNotContain("no rundown", ran.Output, StringComparison.Ordinal);
        using var document = JsonDocument.Parse(Ran.Lowtide("explain", path, "--json").Output);
        Assert.Equal(0, document.RootElement.GetProperty("findings").GetArrayLength());
    }

    /// <summary>EventPipe has 64 of them (EP_MAX_NUMBER_OF_SESSIONS, ep-types-forward.h); memory is recorded all the same.</summary>
    [Fact]
    public void A_runtime_that_refuses_a_session_is_said_to()
    {
        const string Refused = "what the .NET runtime tells of its collections: its runtime refused a session (StartAsync failed - HRESULT: 0x80004005); "
            + "where other tools listen to it, end one: it gives 64 sessions at most";
        using var target = DotNetTarget.Start("idle");
        var client = new DiagnosticsClient(target.Pid);
        var sessions = new List<EventPipeSession>();
        try
        {
            Assert.Throws<ServerErrorException>(() =>
            {
                while (sessions.Count < 100)
                    sessions.Add(client.StartEventPipeSession(
                        [new EventPipeProvider("Lowtide-Tests-Nobody", EventLevel.Critical)], requestRundown: false, circularBufferMB: 1));
            });
            using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "1s");
            var ran = recorder.End();
            Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
            Assert.Single(ran.Output.Split('\n'), line => line.Trim() == Refused);
            var recording = RecordingReader.Read(recorder.File);
            Assert.Null(recording.DotNet);
            Assert.NotEmpty(recording.Samples);
            Assert.Single(Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details").Output.Split('\n'), line => line == $"- {Refused}");
        }
        finally
        {
            foreach (var session in sessions)
                session.Dispose();
        }
    }

    [Fact]
    public async Task A_clock_that_is_set_back_moves_no_collection()
    {
        using var target = DotNetTarget.Start("induced");
        var file = _folder.File("x.lowtide");
        var time = new SteppedTime();
        using (var writer = RecordingWriter.Create(file, HostFiles.Read("test")))
        {
            var recorder = new FamilyRecorder(writer, new SamplePace(TimeSpan.FromSeconds(3), TimeSpan.FromMilliseconds(200)), time)
            {
                DotNet = new DotNetListening(),
                Progress = _ => time.Step(TimeSpan.FromHours(-1)),
            };
            await recorder.RunAsync(FamilyLookup.Find($"{target.Pid}"), CancellationToken.None);
            writer.Close();
        }
        var recording = RecordingReader.Read(file);
        Assert.True(recording.Snapshots[^1].At < recording.Snapshots[0].At);
        var seconds = recording.Samples.Select(sample => sample.Seconds).ToList();
        Assert.Equal(seconds.Order(), seconds);
        Assert.InRange(recording.DotNet!.Seconds, 2, 60);
        Assert.All(recording.DotNet.Collections, collection => Assert.InRange(collection.At, 0, recording.DotNet.Seconds));
        Assert.Equal(0, Ran.Lowtide("explain", file, "--details").ExitCode);
    }

    [Fact]
    public void A_stopped_process_says_so_in_time()
    {
        using var target = DotNetTarget.Start("idle");
        Ran.Command(["kill", "-STOP", $"{target.Pid}"]);
        try
        {
            var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details");
            Assert.Contains("did not answer within 10 s: it may be stopped, or starting", ran.Output, StringComparison.Ordinal);
        }
        finally
        {
            Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
        }
    }

    /// <summary>Whole, as whenever somebody ends a recording early, and not only once the runtime has had its time.</summary>
    [Fact]
    public void A_recording_is_ended_while_it_waits_for_the_runtime()
    {
        using var target = DotNetTarget.Start("idle");
        Ran.Command(["kill", "-STOP", $"{target.Pid}"]);
        try
        {
            using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "60s", "--keep-trace", _folder.File("x.nettrace"));
            WaitUntilAsked(target);
            recorder.Signal("INT");
            var ran = recorder.End();
            Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
            var recording = RecordingReader.Read(recorder.File);
            Assert.Equal(2, recording.Snapshots.Count);
            Assert.Null(recording.DotNet);
            var missing = Assert.Single(recording.CouldNotRead, missing => missing.What == DotNetWatch.What);
            Assert.Equal("its runtime had not answered when the recording was ended", missing.Why);
            Assert.False(File.Exists(_folder.File("x.nettrace")));
        }
        finally
        {
            Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
        }
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public async Task A_look_is_ended_while_it_waits_for_the_runtime(string signal, int exitCode)
    {
        using var target = DotNetTarget.Start("idle");
        Ran.Command(["kill", "-STOP", $"{target.Pid}"]);
        try
        {
            using var look = Process.Start(new ProcessStartInfo(Built.Lowtide, ["explain", $"{target.Pid}", "--listen", "60s"])
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            WaitUntilAsked(target);
            Ran.Command(["kill", $"-{signal}", $"{look.Id}"]);
            Assert.Equal("", await look.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
            Assert.Equal("", await look.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken));
            Patience.ForEnd(look);
            Assert.Equal(exitCode, look.ExitCode);
        }
        finally
        {
            Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
        }
    }

    /// <summary>It was listened to, and is stopped before it tells the names of its methods.</summary>
    [Fact]
    public async Task Whoever_ends_a_look_does_not_wait_for_what_a_runtime_tells_at_the_end()
    {
        using var target = DotNetTarget.Start("idle");
        var (watch, _) = await DotNetWatch.TryStartAsync(
            target.Pid, "10.0.0", new DotNetListening(), () => 0, TimeProvider.System, TestContext.Current.CancellationToken);
        using var listening = watch!;
        Ran.Command(["kill", "-STOP", $"{target.Pid}"]);
        try
        {
            using var stop = new CancellationTokenSource();
            var ending = listening.EndAsync(stop.Token);
            Assert.False(ending.IsCompleted);
            await stop.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => ending);
        }
        finally
        {
            Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
        }
    }

    /// <summary>A runtime that is long in answering: its collections lie where they were among the samples, and not where it was asked.</summary>
    [Fact]
    public async Task Collections_lie_beside_the_samples_from_when_the_runtime_began_to_tell()
    {
        var longer = TimeSpan.FromSeconds(3);
        using var target = DotNetTarget.Start("induced");
        var file = _folder.File("x.lowtide");
        using (var writer = RecordingWriter.Create(file, HostFiles.Read("test")))
        {
            var recorder = new FamilyRecorder(writer, new SamplePace(TimeSpan.FromSeconds(6), TimeSpan.FromMilliseconds(200)), TimeProvider.System)
            {
                DotNet = new DotNetListening(),
            };
            var family = FamilyLookup.Find($"{target.Pid}");
            Ran.Command(["kill", "-STOP", $"{target.Pid}"]);
            var began = DateTimeOffset.UtcNow;
            try
            {
                var running = Task.Run(() => recorder.RunAsync(family, CancellationToken.None), TestContext.Current.CancellationToken);
                WaitUntilAsked(target);
                await Task.Delay(longer, TestContext.Current.CancellationToken);
                Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
                await running;
            }
            finally
            {
                Ran.Command(["kill", "-CONT", $"{target.Pid}"]);
            }
            writer.Close();
            var trace = RecordingReader.Read(file).DotNet!;
            var told = (trace.BeganAt!.Value - began).TotalSeconds;
            Assert.True(told > longer.TotalSeconds);
            Assert.InRange(trace.StartSeconds, told - 1, told + 1);
        }
    }

    /// <summary>Whoever tells what cannot be read is asked to stop then, and not at the recording's end: nobody takes what it tells.</summary>
    [Fact]
    public async Task What_cannot_be_read_is_said_and_its_session_ended()
    {
        using var process = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, "garbled"]);
        var (watch, refused) = await DotNetWatch.TryStartAsync(
            process.Pid, "10.0.0", new DotNetListening(KeepTrace: _folder.File("x.nettrace")), () => 0, TimeProvider.System,
            TestContext.Current.CancellationToken);
        Assert.Null(refused);
        using var listening = watch!;
        Assert.True(process.Ask("asked").GetProperty("asked").GetBoolean()); // for the session
        Assert.True(process.Ask("asked").GetProperty("asked").GetBoolean()); // to end it
        Patience.Until(() => watch!.Next() is null ? "ended" : null, "that it is known to have broken off");
        var told = await watch!.EndAsync();
        Assert.Null(told.Trace);
        Assert.Equal([DotNetWatch.What, "the rest of the kept trace"], told.CouldNotRead.Select(missing => missing.What));
        Assert.StartsWith("it broke off after ", told.CouldNotRead[0].Why, StringComparison.Ordinal);
        Assert.StartsWith("reading it failed (", told.CouldNotRead[1].Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Methods_of_hundreds_of_assemblies_are_named()
    {
        using var target = DotNetTarget.Start("plugins");
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "3s", "--details");
        Assert.Contains("Plugin500.Worker.Work asked for", ran.Output, StringComparison.Ordinal);
    }

    /// <summary>What somebody else's tool would have kept, while the target collected five times.</summary>
    private async Task<string> Traced(Target target, EventPipeProvider provider, bool rundown)
    {
        var path = _folder.File("x.nettrace");
        using var session = new DiagnosticsClient(target.Pid).StartEventPipeSession([provider], rundown);
        await using var file = File.Create(path);
        var copied = session.EventStream.CopyToAsync(file, TestContext.Current.CancellationToken);
        var before = Collected(target);
        Patience.Until(() => Collected(target) < before + 5 ? null : target, "five collections");
        await session.StopAsync(TestContext.Current.CancellationToken).WaitAsync(Patience.Limit, TestContext.Current.CancellationToken);
        await copied;
        return path;
    }

    /// <summary>Returns when somebody waits for a stopped runtime: the kernel lists whom it has not taken yet under its socket's name too.</summary>
    private static void WaitUntilAsked(Target target) => Patience.Until(
        () => DiagnosticPort.Sockets(target.Pid)!.Split($"/dotnet-diagnostic-{target.Pid}-") is { Length: > 2 } several ? several : null,
        "somebody who asks the runtime");

    private static int Collected(Target target) => target.Ask("count").GetProperty("collections")[2].GetInt32();
}
