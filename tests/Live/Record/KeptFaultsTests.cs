using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>record --faults keeps page faults as it keeps samples: through a reload, and though it is killed.</summary>
public sealed class KeptFaultsTests : IDisposable
{
    /// <summary>Of what its master preloaded, targets/told_family.py has a worker write to three quarters.</summary>
    private const int Written = 1024 * 3 / 4;

    private readonly TempFolder _folder = new();

    private string FileName => _folder.File("x.lowtide");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_master_that_replaces_itself_is_watched_on()
    {
        using var family = new ToldFamily(workers: 1);
        using var recorder = new Recorder(family.Pid, FileName, "-d", "300s", "--faults");
        recorder.WaitFor(recording => recording.Faults is not null);
        family.Tell("exec");
        family.Tell("fork 1");
        family.Tell("change");
        var worker = family.Workers[0];
        recorder.WaitFor(recording => Copies(recording, worker) >= Written);
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);
        var recorded = RecordingReader.Read(FileName);
        Assert.True(Assert.Single(recorded.Faults!.Processes, process => process.Pid == worker).Forked);
        Assert.Equal(family.Pid, Assert.Single(recorded.Faults.Processes, process => process.Role == Role.Master).Pid);
        Assert.Contains(recorded.Faults.Chains, chain => chain.Pid == worker && chain.Frames.Count > 3 && chain.Frames[0] == "_start");
        Assert.DoesNotContain(recorded.CouldNotRead, missing => missing.What.StartsWith("page faults after", StringComparison.Ordinal));
    }

    [Fact]
    public void A_server_that_is_started_anew_is_not_and_that_is_said()
    {
        using var first = new ToldFamily(workers: 1);
        using var recorder = new Recorder(first.Pid, FileName, "-d", "300s", "--faults");
        recorder.WaitFor(recording => recording.Faults is not null);
        using var second = new ToldFamily(workers: 1, like: first);
        first.Tell($"end {first.Workers[0]}");
        first.Kill();
        recorder.WaitFor(recording => recording.Samples.Any(sample => sample.Pid == second.Workers[0]));
        recorder.Signal("INT");
        Assert.Contains("page faults after", recorder.End().Output);
        Assert.Contains("page faults after", Ran.Lowtide("faults", FileName, "--json").Output);
    }

    [Fact]
    public void A_recording_that_is_killed_has_those_up_to_then()
    {
        using var family = new ToldFamily(workers: 1);
        using var recorder = new Recorder(family.Pid, FileName, "-d", "300s", "--faults");
        recorder.WaitFor(recording => recording.Faults is not null);
        family.Tell("change");
        recorder.WaitFor(recording => Copies(recording, family.Workers[0]) >= Written);
        recorder.Signal("KILL");
        recorder.End();
        var recorded = RecordingReader.Read(FileName);
        Assert.False(recorded.ClosedCleanly);
        Assert.InRange(Copies(recorded, family.Workers[0]), Written, 2 * Written);
        Assert.Contains("page faults in", Ran.Lowtide("faults", FileName).Output);
    }

    private static long Copies(Recording recording, int pid) => recording.Faults?.Chains
        .Where(chain => chain.Pid == pid && chain.Kind == FaultKind.Copy).Sum(chain => chain.Faults) ?? 0;
}
