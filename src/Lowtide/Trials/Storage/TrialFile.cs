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

    private TrialFile(FileStream file, string path) => (_file, Path) = (file, path);

    public string Path { get; }

    /// <param name="path">Null: a new one in <see cref="TrialShelf"/>.</param>
    /// <exception cref="Failure">It is there already, or cannot be written.</exception>
    public static TrialFile Create(string? path, TrialPlan plan, Host host, TimeProvider time)
    {
        var header = new TrialHeader(
            TrialHeader.Name, ProgramVersion.Text, Rules, time.GetUtcNow(), Environment.CurrentDirectory, host, PlanEntry.Of(plan));
        var file = path is null ? TrialShelf.Take(header, Open) : Named(path);
        var kept = new TrialFile(file, file.Name);
        FileLock.TryTake(file.SafeFileHandle);
        kept.Append(header, TrialLines.Default.TrialHeader);
        return kept;
    }

    /// <summary>To go on with, or to be refused: held from now on, and opened this once.</summary>
    /// <exception cref="Failure">It cannot be had, somebody else could have written it, or its trial still runs.</exception>
    public static TrialFile Begun(string path)
    {
        var file = OwnFile.Open(path);
        if (FileLock.TryTake(file.SafeFileHandle))
            return new TrialFile(file, path) { _holdsRuns = true };
        file.Dispose();
        throw new Failure($"{path} is being written to: its trial still runs");
    }

    /// <exception cref="Failure">It is no trial's file.</exception>
    public KeptTrial Read() => KeptTrial.Read(Path, _file.SafeFileHandle);

    /// <exception cref="Failure">It cannot be written.</exception>
    public void GoOn(KeptTrial trial, TimeProvider time)
    {
        try
        {
            _file.SetLength(trial.Length);
            _file.Seek(0, SeekOrigin.End);
        }
        catch (IOException refused)
        {
            throw new Failure($"cannot go on in {Path}: {Refusal.Why(refused)}");
        }
        Append(new ResumedLine(time.GetUtcNow()), TrialLines.Default.ResumedLine);
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
