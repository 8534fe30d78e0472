using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Storage;

/// <summary>
/// The file that a trial is kept in, written as it goes: each line is on the disk before the next run begins, so that
/// nothing is lost to a kill, a full disk or a power cut. It runs commands when it is gone on with, so only its owner may
/// write to it; and nothing of the environment is in it but what --arm set.
/// </summary>
internal sealed class TrialFile : ITrialObserver, IDisposable
{
    /// <summary>Raised whenever the same facts would lead to another course or another verdict.</summary>
    public const int Rules = 2;

    private const UnixFileMode OwnersOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly FileStream _file;
    private bool _holdsRuns;

    private TrialFile(FileStream file) => _file = file;

    public string Path => _file.Name;

    /// <param name="path">Null: a new one in <see cref="TrialShelf"/>.</param>
    /// <exception cref="Failure">It is there already, or cannot be written.</exception>
    public static TrialFile Create(string? path, TrialPlan plan, Host host, TimeProvider time)
    {
        var header = new TrialHeader(
            TrialHeader.Name, ProgramVersion.Text, Rules, time.GetUtcNow(), Environment.CurrentDirectory, host, PlanEntry.Of(plan));
        var kept = new TrialFile(path is null ? TrialShelf.Take(header, Open) : Named(path));
        kept.Append(header, TrialLines.Default.TrialHeader);
        return kept;
    }

    /// <exception cref="Failure">It cannot be written.</exception>
    public static TrialFile GoOn(KeptTrial trial, TimeProvider time)
    {
        try
        {
            var kept = new TrialFile(new FileStream(trial.Path, FileMode.Open, FileAccess.Write, FileShare.Read)) { _holdsRuns = true };
            kept._file.SetLength(trial.Length);
            kept._file.Seek(0, SeekOrigin.End);
            kept.Append(new ResumedLine(time.GetUtcNow()), TrialLines.Default.ResumedLine);
            return kept;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot go on in {trial.Path}: {Refusal.Why(refused)}");
        }
    }

    public void RunEnded(RunResult run)
    {
        Append(new RunLine(run with { Block = run.Block + 1 }), TrialLines.Default.RunLine);
        _holdsRuns = true;
    }

    public void RunFailed(FailedRun run) => Append(new FailedLine(run with { Block = run.Block + 1 }), TrialLines.Default.FailedLine);

    /// <summary>Of a trial that came to nothing no file is left.</summary>
    /// <returns>Whether there is one.</returns>
    public bool Close()
    {
        _file.Dispose();
        if (!_holdsRuns)
            File.Delete(Path);
        return _holdsRuns;
    }

    public void Dispose() => _file.Dispose();

    private static FileStream Open(string path) => new(path, new FileStreamOptions
    {
        Mode = FileMode.CreateNew,
        Access = FileAccess.Write,
        Share = FileShare.Read,
        UnixCreateMode = OwnersOnly,
        BufferSize = 0,
    });

    /// <exception cref="Failure">It is there already, or its folder is not.</exception>
    public static void MustBeNew(string path)
    {
        if (System.IO.Path.Exists(path))
            throw Failure.Wrong($"{path} is there already: 'lowtide trial --resume {path}' goes on with a trial, or name another file");
        OutputFolder.MustBeThere(path);
    }

    private static FileStream Named(string path)
    {
        MustBeNew(path);
        try
        {
            return Open(path);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot write {path}: {Refusal.Why(refused)}");
        }
    }

    private void Append<T>(T line, JsonTypeInfo<T> type)
    {
        byte[] bytes = [.. JsonSerializer.SerializeToUtf8Bytes(line, type), (byte)'\n'];
        var before = _file.Length;
        try
        {
            _file.Write(bytes);
            _file.Flush(flushToDisk: true);
        }
        catch (IOException full)
        {
            _file.SetLength(before); // half a line is none
            throw new TrialStopped($"cannot write {Path}: {full.Message}");
        }
    }
}
