using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Torture;

/// <summary>No room, no permission, nobody who reads, few descriptors, few columns, another clock, another language, and too many at once.</summary>
public sealed class LimitsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_disk_that_is_full_at_any_moment_leaves_what_was_recorded()
    {
        using var family = new ToldFamily(workers: 2);
        var rack = new Rack("a full disk", 2, 30);
        for (var number = 0; number < rack.Times; number++)
        {
            using var disk = SmallDisk.Mount("1200k");
            var file = Path.Combine(disk.Path, "x.lowtide");
            using var recorder = new Recorder(family.Pid, file, "-d", "60s", "--interval", "100ms");
            var before = recorder.WaitFor(_ => true).Samples.Count;
            Thread.Sleep(Rack.Numbers(number).Next(500));
            disk.FillUp();
            var began = Stopwatch.StartNew();
            var ran = recorder.End();
            rack.Tried(began.Elapsed);
            if (ran.ExitCode != 1 || ran.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries) is not [var line]
                || !line.Contains("can no longer be written"))
                rack.Wrong($"ended with {ran.ExitCode} and said: {ran.Error.ReplaceLineEndings(" | ")}", number);
            if (RecordingReader.Read(file) is var recording && (recording.ClosedCleanly || recording.Samples.Count < before))
                rack.Wrong($"{recording.Samples.Count} samples of {before} are there", number);
        }
        rack.End();
    }

    [Fact]
    public void Nothing_can_be_written_in_a_folder_that_is_read_only()
    {
        using var family = new ToldFamily(workers: 1);
        using var disk = SmallDisk.Mount("1m");
        var recording = _folder.File("x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "200ms", "-o", recording).ExitCode);
        Assert.Equal(0, Ran.Command(["mount", "-o", "remount,ro", disk.Path]).ExitCode);
        string[][] calls =
        [
            ["record", $"{family.Pid}", "-d", "200ms", "-o", Path.Combine(disk.Path, "x.lowtide")],
            ["report", recording, "-o", Path.Combine(disk.Path, "x.html")],
            [
                "trial", "--remedy", "cpython.gc-threshold-0", "--ready", "http://127.0.0.1:1/", "--load", "true",
                "-o", Path.Combine(disk.Path, "x.jsonl"), "--", "true",
            ],
        ];
        var rack = new Rack("a read-only folder", calls.Length, calls.Length * 5);
        for (var number = 0; number < rack.Times; number++)
            if (Bounded.Run(rack, number, [Built.Lowtide, .. calls[Rack.Turn(number, calls.Length)]], variables: [("TMPDIR", disk.Path)]).ExitCode == 0)
                rack.Wrong($"{calls[Rack.Turn(number, calls.Length)][0]} says that it could be written", number);
        rack.End();
    }

    [Fact]
    public void Output_that_is_closed_full_or_not_read()
    {
        using var target = Said.StartAny("many_workers.py", "2");
        string[] verbs =
            [$"ps {target.Pid}", "ps --all", $"explain {target.Pid} --details", $"faults {target.Pid} -d 200ms", "remedies", $"ps {target.Pid} --json"];
        string[] outputs = [">&-", "> /dev/full", "<&- >&-", ">&- 2>&-", "> /dev/full 2> /dev/full"];
        var rack = new Rack("closed or full output", outputs.Length, outputs.Length * verbs.Length * 3);
        for (var number = 0; number < rack.Times; number++)
        {
            var (verb, output) = (verbs[Rack.Turn(number, verbs.Length, every: outputs.Length)], outputs[Rack.Turn(number, outputs.Length)]);
            // Where its errors go nowhere, the status alone says it.
            var ran = Bounded.Run(rack, number, ["sh", "-c", $"exec \"$0\" {verb} {output}", Built.Lowtide], silent: output.Contains('2'));
            if (ran.ExitCode != 1)
                rack.Wrong($"'{verb} {output}' ended with {ran.ExitCode}", number);
        }
        rack.End();
    }

    [Fact]
    public void A_hangup_at_any_moment_leaves_a_whole_recording()
    {
        using var family = new ToldFamily(workers: 2);
        var rack = new Rack("SIGHUP of a recorder", 2, 40);
        for (var number = 0; number < rack.Times; number++)
        {
            var file = _folder.File($"{number}.lowtide");
            using var recorder = new Recorder(family.Pid, file, "-d", "60s", "--interval", "100ms");
            var before = recorder.WaitFor(_ => true).Samples.Count;
            Thread.Sleep(Rack.Numbers(number).Next(500));
            recorder.Signal("HUP");
            var began = Stopwatch.StartNew();
            var ran = recorder.End();
            rack.Tried(began.Elapsed);
            if ((ran.ExitCode, ran.Error) != (0, ""))
                rack.Wrong($"ended with {ran.ExitCode} and said: {ran.Error.ReplaceLineEndings(" | ")}", number);
            if (RecordingReader.Read(file) is var recording && (!recording.ClosedCleanly || recording.Samples.Count < before))
                rack.Wrong($"{recording.Samples.Count} samples of {before} are there, closed: {recording.ClosedCleanly}", number);
            File.Delete(file);
        }
        rack.End();
    }

    [Fact]
    public async Task A_clock_that_is_set_again_and_again()
    {
        using var family = new ToldFamily(workers: 1);
        var rack = new Rack("steps of the clock in a recording", 1, 20);
        for (var number = 0; number < rack.Times; number++)
        {
            var (random, time, file) = (Rack.Numbers(number), new SteppedTime(), _folder.File($"{number}.lowtide"));
            using (var writer = RecordingWriter.Create(file, HostFiles.Read("test")))
            {
                var recorder = new FamilyRecorder(writer, new SamplePace(TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(100)), time)
                {
                    Progress = _ => time.Step(TimeSpan.FromDays(random.Next(-400, 400))),
                };
                await recorder.RunAsync(FamilyLookup.Find($"{family.Pid}"), TestContext.Current.CancellationToken);
                writer.Close();
            }
            var seconds = RecordingReader.Read(file).Samples.Select(sample => sample.Seconds).ToList();
            if (!seconds.Order().SequenceEqual(seconds) || seconds is [] || seconds[^1] > 60)
                rack.Wrong($"samples at {string.Join(' ', seconds)} s", number);
            Bounded.Run(rack, number, [Built.Lowtide, "explain", file, "--details"]);
            File.Delete(file);
        }
        rack.End();
    }

    [Fact]
    public void Few_descriptors()
    {
        using var target = Said.StartAny("many_workers.py", "2");
        var pid = $"{target.Pid}";
        string[][] calls =
            [["ps"], ["ps", pid], ["explain", pid], ["record", pid, "-d", "200ms", "-o", _folder.File("x.lowtide")], ["faults", pid, "-d", "200ms"]];
        var rack = new Rack("32 descriptors, and from 3 to 600", 5, 60);
        for (var number = 0; number < rack.Times; number++)
        {
            var most = Rack.Turn(number, 2) == 0 ? 32 : Rack.Numbers(number).Next(3, 600);
            var call = calls[Rack.Turn(number, calls.Length, every: 2)];
            Bounded.Run(rack, number, ["bash", "-c", $"ulimit -n {most}; exec \"$@\"", "bash", Built.Lowtide, .. call]);
            File.Delete(_folder.File("x.lowtide"));
        }
        rack.End();
    }

    [Fact]
    public void Few_columns()
    {
        using var target = Said.StartAny("many_workers.py", "2");
        string[] calls =
        [
            "ps", $"ps {target.Pid}", $"explain {target.Pid}", $"explain {target.Pid} --details", $"faults {target.Pid} -d 200ms", "remedies", "trials",
            "--help",
        ];
        var rack = new Rack("20 columns, and from 1 to 40", 4, 50);
        for (var number = 0; number < rack.Times; number++)
        {
            var columns = Rack.Turn(number, 2) == 0 ? 20 : Rack.Numbers(number).Next(1, 41);
            string[] terminal = ["/usr/bin/python3", Target.Path("in_terminal.py"), $"{columns}", "24", "9", "never"];
            var ran = Bounded.Run(rack, number, [.. terminal, Built.Lowtide, .. calls[Rack.Turn(number, calls.Length)].Split(' ')]);
            if (ran.ExitCode != 0 || ran.Output.Length == 0)
                rack.Wrong($"'{calls[Rack.Turn(number, calls.Length)]}' at {columns} columns ended with {ran.ExitCode}", number);
        }
        rack.End();
    }

    /// <summary>At 2, 4 and 5 columns it never ended, at 3 it was "a bug in Lowtide".</summary>
    [Fact]
    public void Help_at_every_width()
    {
        string[] calls = ["--help", "explain --help", "trial --help", "load --help"];
        const int Most = 24;
        var rack = new Rack("help at 1 to 24 columns", 6, Most * calls.Length);
        for (var number = 0; number < rack.Times; number++)
        {
            string[] terminal = ["/usr/bin/python3", Target.Path("in_terminal.py"), $"{(number % Most) + 1}", "24", "9", "never"];
            if (Bounded.Run(rack, number, [.. terminal, Built.Lowtide, .. calls[number / Most].Split(' ')]).ExitCode != 0)
                rack.Wrong($"'{calls[number / Most]}' failed", number);
        }
        rack.End();
    }

    [Fact]
    public void A_language_with_a_decimal_comma()
    {
        using var family = new ToldFamily(workers: 2);
        var recording = _folder.File("x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "500ms", "--interval", "100ms", "-o", recording).ExitCode);
        string[][] calls =
            [["explain", recording, "--details"], ["explain", recording, "--json"], ["report", recording, "--format", "json"], ["remedies"]];
        var plain = calls.Select(call => Ran.Command([Built.Lowtide, .. call], ("LC_ALL", "C")).Output).ToList();
        string[] languages = ["de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8", "fa_IR.UTF-8", "ar_SA.UTF-8"];
        var rack = new Rack("languages with a decimal comma", languages.Length, languages.Length * calls.Length * 2);
        for (var number = 0; number < rack.Times; number++)
        {
            var (language, call) = (languages[Rack.Turn(number, languages.Length)], Rack.Turn(number, calls.Length, every: languages.Length));
            var ran = Bounded.Run(rack, number, [Built.Lowtide, .. calls[call]], variables: [("LC_ALL", language), ("LANG", language)]);
            if (ran.Output != plain[call])
                rack.Wrong($"{calls[call][0]} says something else in {language}", number);
        }
        rack.End();
    }

    [Fact]
    public async Task Twenty_at_once()
    {
        const int AtOnce = 20;
        using var target = Said.StartAny("serving.py");
        await using var clients = new Clients(target.Said.GetProperty("port").GetInt32());
        var pid = $"{target.Pid}";
        var rack = new Rack("20 Lowtides at once", AtOnce, AtOnce * 4);
        for (var round = 0; round < rack.Times / AtOnce; round++)
            await Task.WhenAll(Enumerable.Range(round * AtOnce, AtOnce).Select(number => Task.Run(() =>
            {
                string[][] calls =
                [
                    ["ps"], ["ps", pid, "--json"], ["explain", pid], ["explain", pid, "--json"],
                    ["record", pid, "-d", "500ms", "--interval", "100ms", "-o", _folder.File($"{number}.lowtide")], ["faults", pid, "-d", "300ms"],
                ];
                var ran = Bounded.Run(rack, number, [Built.Lowtide, .. calls[Rack.Turn(number, calls.Length)]]);
                if (ran.ExitCode != 0)
                    rack.Wrong($"{calls[Rack.Turn(number, calls.Length)][0]} ended with {ran.ExitCode}: {ran.Error.ReplaceLineEndings(" | ")}", number);
                else if (calls[Rack.Turn(number, calls.Length)].Contains("--json"))
                    JsonDocument.Parse(ran.Output).Dispose();
            })));
        var (sent, answered) = await clients.EndAsync();
        if (sent != answered)
            rack.Wrong($"{sent - answered} of {sent} requests were not answered", 0);
        rack.End($"{answered} of {sent} requests answered");
    }

    [Fact]
    public void A_disk_that_fills_beside_serve_is_told_and_written_again_once_there_is_room()
    {
        using var family = new ToldFamily(workers: 1);
        using var disk = SmallDisk.Mount("2m");
        using var serve = new ServeProcess(Path.Combine(disk.Path, "history"));
        Patience.Until(() => serve.Metrics.Contains("\nlowtide_history_written 1\n", StringComparison.Ordinal) ? this : null, "the history is written");
        disk.FillUp();
        Patience.Until(() => serve.Metrics.Contains("\nlowtide_history_written 0\n", StringComparison.Ordinal) ? this : null, "it cannot be");
        Assert.Equal(HttpStatusCode.OK, serve.Get("/-/healthy").StatusCode);
        File.Delete(Path.Combine(disk.Path, "filler"));
        Patience.Until(() => serve.Metrics.Contains("\nlowtide_history_written 1\n", StringComparison.Ordinal) ? this : null, "it is written again");
    }
}
