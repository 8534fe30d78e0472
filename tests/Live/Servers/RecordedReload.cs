using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Reloads;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.Servers;

/// <summary>A server with two workers that is recorded while it is told to reload.</summary>
internal static class RecordedReload
{
    /// <summary>Its old and its new workers, as they answer, are two generations; with the fast exit none takes its Python apart.</summary>
    /// <param name="byExec">Whether the master replaces itself meanwhile.</param>
    public static async Task MustTellApartAsync(ServerProcess server, int port, bool byExec)
    {
        using var folder = new TempFolder();
        var old = await server.AskAsync(port, 2);
        using var recorder = new Recorder(server.Pid, folder.File("x.lowtide"), "-d", "300s");
        recorder.WaitFor(recording => recording.Samples.Count(sample => sample.Finalizing == false) >= 3);
        Ran.Command(["kill", "-HUP", server.Pid.ToString(CultureInfo.InvariantCulture)]);
        var come = await server.AskAsync(port, 2, worker => old.All(one => one.Pid != worker.Pid));
        // One that still ends would be seen as one that stays.
        recorder.WaitFor(recording => come.All(worker => recording.Samples.Any(sample => sample.Pid == worker.Pid))
            && old.All(worker => !Directory.Exists($"/proc/{worker.Pid}")));
        recorder.Signal("INT");
        Assert.Equal(0, recorder.End().ExitCode);

        var recorded = RecordingReader.Read(folder.File("x.lowtide"));
        Assert.Equal<IEnumerable<int>>(
            [old.Select(worker => worker.Pid), come.Select(worker => worker.Pid)],
            WorkerGeneration.All(recorded).Select(generation => generation.Workers.Select(worker => worker.Pid).Order()));
        Assert.Equal(byExec ? [(server.Pid, true)] : [], MasterChange.All(recorded).Select(change => (change.Pid, change.ByExec)));
        Assert.DoesNotContain(recorded.Samples, sample => sample.Finalizing == true);
        Assert.Equal(Examination.Nothing, new ShutdownCopies().Examine(recorded));
    }
}
