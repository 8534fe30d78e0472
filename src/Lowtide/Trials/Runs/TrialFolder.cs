namespace Lowtide.Trials.Runs;

/// <summary>Where a trial keeps what its servers and loads said. Removed after a clean trial, otherwise kept and named.</summary>
internal sealed class TrialFolder : IDisposable
{
    private TrialFolder(string path) => Location = path;

    public string Location { get; }

    /// <exception cref="Failure">The folder for temporary files cannot be written to.</exception>
    public static TrialFolder Create()
    {
        try
        {
            return new(Directory.CreateTempSubdirectory("lowtide-trial-").FullName);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot make a folder for logs ({Refusal.Why(refused)}): set TMPDIR to one that you can write to");
        }
    }

    /// <summary>The message of a trial that ended early, with where to read on.</summary>
    public string Told(string message)
    {
        if (IsEmpty || message.Contains(Location, StringComparison.Ordinal))
            return message;
        return message.Contains('\n') ? $"{message}\n  logs are in {Location}" : $"{message}; logs are in {Location}";
    }

    public void Remove() => Directory.Delete(Location, recursive: true);

    /// <summary>Nothing of interest is left behind by what failed before a server was started.</summary>
    public void Dispose()
    {
        if (Directory.Exists(Location) && IsEmpty)
            Remove();
    }

    private bool IsEmpty => !Directory.EnumerateFileSystemEntries(Location).Any();
}
