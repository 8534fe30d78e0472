using System.Text.Json;
using Lowtide.Trials;

namespace Lowtide.Reports;

/// <summary>
/// Where a trial keeps what its servers said and, a JSON line each, what its runs measured: written as it goes, so that
/// nothing is lost however it ends. Removed after a clean trial, otherwise kept and named.
/// </summary>
internal sealed class TrialFolder : ITrialObserver
{
    private TrialFolder(string path) => Location = path;

    public string Location { get; }

    public string Runs => Path.Combine(Location, "runs.jsonl");

    /// <exception cref="Failure">The folder for temporary files cannot be written to.</exception>
    public static TrialFolder Create()
    {
        try
        {
            return new(Directory.CreateTempSubdirectory("lowtide-trial-").FullName);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot make a folder for logs ({refused.Message}): set TMPDIR to one that you can write to");
        }
    }

    public void RunEnded(RunResult run)
    {
        try
        {
            using var lines = new FileStream(Runs, FileMode.Append);
            using (var writer = new Utf8JsonWriter(lines))
                JsonDocuments.Default.TrialRun.SerializeHandler!(writer, TrialRun.Of(run));
            lines.WriteByte((byte)'\n');
        }
        catch (IOException full)
        {
            throw new TrialStopped($"cannot write {Runs}: {full.Message}");
        }
    }

    /// <summary>The message of a trial that ended early, with where to read on.</summary>
    public string Told(string message)
    {
        if (!Directory.EnumerateFileSystemEntries(Location).Any())
        {
            Remove();
            return message;
        }
        var what = File.Exists(Runs) ? $"what ran so far is in {Runs}, beside the logs" : $"logs are in {Location}";
        return message.Contains('\n') ? $"{message}\n  {what}" : $"{message}; {what}";
    }

    public void Remove() => Directory.Delete(Location, recursive: true);
}
