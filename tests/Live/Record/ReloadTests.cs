using System.Text.Json;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Reloads;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>A recording goes on through a reload, of whatever kind, and tells the old workers from the new ones.</summary>
public sealed class ReloadTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly TempFolder _folder = new();

    private string FileName => _folder.File("x.lowtide");

    public void Dispose() => _folder.Dispose();

    /// <summary>targets/leaving.py counts what its workers touch while Python finalises, and stops them at the end of that.</summary>
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void What_workers_copy_at_their_end_is_found(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var family = new ToldFamily(workers: 2, program: python, target: "leaving.py");
        IReadOnlyList<int> old = family.Workers;
        using var recorder = new Recorder(family.Pid, FileName, "-d", "300s");
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Finalizing == false));
        var before = old.Sum(Private);
        family.Tell("leave");
        var touched = family.Said.GetProperty("touched").EnumerateArray().Select(bytes => bytes.GetInt64()).ToList();
        Assert.All(touched, bytes => Assert.InRange(bytes, 10 * MiB, 100 * MiB));
        var rose = old.Sum(Private) - before;
        var since = recorder.WaitFor(_ => true).Samples.Count;
        // They have stopped: what is read of them from now on is what they have counted.
        var stopped = recorder.WaitFor(recording => old.All(pid => recording.Samples.Skip(since).Any(sample =>
            sample is { Finalizing: true, Memory.PrivateBytes: not null } && sample.Pid == pid)));
        family.Tell("gone");
        family.Tell("fork 2");
        recorder.WaitFor(recording => family.Workers.All(pid => recording.Samples.Any(sample => sample.Pid == pid)));
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);

        var recorded = RecordingReader.Read(FileName);
        Assert.Equal<IEnumerable<int>>([old, family.Workers], Pids(recorded));
        Assert.Contains("cpython.shutdown-copies", Ran.Lowtide("explain", FileName, "--details").Output);
        var finding = Assert.Single(new ShutdownCopies().Examine(stopped).Findings);
        // A few pages are touched between the last exit hook and the finalisation, and few are new memory.
        Assert.InRange(finding.Bytes!.Value, touched.Sum() * 95 / 100, touched.Sum() + (2 * MiB));
        Assert.InRange(Evidence("private_rise_bytes") - rose, -MiB, MiB);
        Assert.InRange(Evidence("collected_share"), 0.5, 1);

        double Evidence(string name) => Assert.Single(finding.Evidence, row => row.Name == name).Value!.Value;
    }

    [Fact]
    public void Workers_that_just_end_copy_nothing()
    {
        using var family = new ToldFamily(workers: 2);
        IReadOnlyList<int> old = family.Workers;
        using var recorder = new Recorder(family.Pid, FileName, "-d", "300s");
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Finalizing == false));
        foreach (var pid in old)
            family.Tell($"end {pid}");
        family.Tell("fork 1");
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Pid == family.Workers[0]));
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);
        var recorded = RecordingReader.Read(FileName);
        Assert.Equal<IEnumerable<int>>([old, family.Workers], Pids(recorded));
        Assert.Equal(Examination.Nothing, new ShutdownCopies().Examine(recorded));
    }

    [Fact]
    public void A_master_that_replaces_itself_is_followed()
    {
        using var family = new ToldFamily(workers: 1);
        var old = family.Workers[0];
        using var recorder = new Recorder(family.Pid, FileName, "-d", "300s", "--json");
        recorder.WaitFor(recording => recording.Picture is not null && recording.Samples.Count > 2);
        family.Tell("exec");
        family.Tell("fork 1");
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Pid == family.Workers[0]));
        recorder.Signal("INT");
        var ran = recorder.End();
        Assert.Equal((0, "stopped"), (ran.ExitCode, JsonDocument.Parse(ran.Output).RootElement.GetProperty("ended").GetString()));
        var recorded = RecordingReader.Read(FileName);
        Assert.Equal((family.Pid, true), (Assert.Single(MasterChange.All(recorded)).Pid, MasterChange.All(recorded)[0].ByExec));
        Assert.Equal<IEnumerable<int>>([[old], family.Workers], Pids(recorded));
        // The same pid and start, but no page of the picture is in the new image.
        Assert.Contains("the recording shows another master", Ran.Lowtide("explain", $"{family.Pid}", "--before", FileName, "--details").Output);
    }

    [Fact]
    public void A_server_that_is_started_anew_is_followed()
    {
        using var first = new ToldFamily(workers: 1);
        using var recorder = new Recorder(first.Pid, FileName, "-d", "300s");
        recorder.WaitFor(recording => recording.Samples.Count > 2);
        using var second = new ToldFamily(workers: 1, like: first);
        first.Kill();
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Pid == second.Workers[0]));
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);
        var recorded = RecordingReader.Read(FileName);
        Assert.Equal(second.Pid, recorded.Latest.Master!.Process.Pid);
        var change = Assert.Single(MasterChange.All(recorded));
        Assert.Equal((second.Pid, false), (change.Pid, change.ByExec));
    }

    private static IEnumerable<IEnumerable<int>> Pids(Recording recording) =>
        WorkerGeneration.All(recording).Select(generation => generation.Workers.Select(worker => worker.Pid).Order());

    /// <summary>Its private memory, from /proc by the test itself.</summary>
    private static long Private(int pid) => 1024 * File.ReadLines($"/proc/{pid}/smaps_rollup")
        .Where(line => line.StartsWith("Private_", StringComparison.Ordinal))
        .Sum(line => long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]));
}
