using System.Diagnostics;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Torture;

/// <summary>What a Lowtide that was killed might leave: processes, files in its own TMPDIR, temporary names in the cache, shared memory.</summary>
internal sealed class Leavings : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly TempFolder _folder = new();
    private readonly Mark _mark = new();
    private readonly HashSet<string> _before = [.. Elsewhere()];

    public Leavings() => Directory.CreateDirectory(Temporary);

    public string Temporary => Path.Combine(_folder.Path, "tmp");

    public string File(string name) => _folder.File(name);

    /// <summary>With an output that nobody reads: it has no more than a pipe holds.</summary>
    public Process Start(params string[] words)
    {
        var start = new ProcessStartInfo(Built.Lowtide, words)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Ran.Folder,
        };
        start.Environment["TMPDIR"] = Temporary;
        start.Environment[_mark.Variable.Name] = _mark.Variable.Value;
        return Process.Start(start)!;
    }

    /// <summary>What does not go by itself; none if all is well.</summary>
    public IEnumerable<string> Found()
    {
        for (var waited = Stopwatch.StartNew(); waited.Elapsed < Patience && Now().Any(); Thread.Sleep(5))
        {
            // A child needs a moment to end after its parent; other tests have folders in the cache for a while.
        }
        return Now();
    }

    public void Dispose()
    {
        foreach (var pid in _mark.Pids())
            Ran.Command(["kill", "-KILL", $"{pid}"]);
        _folder.Dispose();
    }

    private IEnumerable<string> Now() =>
        _mark.Left().Select(line => $"process {line}")
            .Concat(Directory.EnumerateFileSystemEntries(Temporary).Select(file => $"file {Path.GetFileName(file)} in TMPDIR"))
            .Concat(Elsewhere().Where(file => !_before.Contains(file)).Select(file => $"file {file}"));

    /// <summary>By the names that folders have while they are unpacked (KitFolder, unpack.c), and requests of a walk (WalkRequest).</summary>
    private static IEnumerable<string> Elsewhere() =>
        Lowtide.Launch.CacheFolder.Candidates().Where(Directory.Exists)
            .SelectMany(cache => Directory.EnumerateFileSystemEntries(cache).Concat(Within(cache, "kits")).Concat(Within(cache, "requests"))
                .Where(file => Path.GetFileName(file).StartsWith("unpacking-") || Path.GetFileName(Path.GetDirectoryName(file)) == "requests"))
            .Concat(Directory.EnumerateFileSystemEntries("/dev/shm")
                .Where(file => file.Contains("lowtide") || file.Contains("dotnet") || file.Contains("clr")));

    private static IEnumerable<string> Within(string cache, string folder) =>
        Directory.Exists(Path.Combine(cache, folder)) ? Directory.EnumerateFileSystemEntries(Path.Combine(cache, folder)) : [];
}
