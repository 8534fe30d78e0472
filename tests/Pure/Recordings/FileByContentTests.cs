using System.IO.Compression;
using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>What a file is, it says by its first bytes: people rename traces, and tools end them as they like.</summary>
public sealed class FileByContentTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("trace")]
    [InlineData("trace.bin")]
    [InlineData("trace.lowtide")]
    public void A_nettrace_is_read_whatever_it_is_named(string name)
    {
        var path = Trace(_folder.File(name));
        Assert.Equal(15, Targets.File(path).DotNet!.Collections.Count);
        Assert.Single(ReportFiles.Read([path]).Recordings);
    }

    [Fact]
    public void A_recording_named_as_a_nettrace_is_one()
    {
        using var written = new Written(Recorded.Full);
        var path = _folder.File("x.nettrace");
        File.Copy(written.FileName, path);
        Assert.Equal(Recorded.Full.Snapshots.Count, Targets.File(path).Snapshots.Count);
    }

    [Fact]
    public void Another_file_named_as_a_nettrace_is_none()
    {
        var path = _folder.File("x.nettrace");
        File.WriteAllText(path, "Nettracks of ski\n");
        Assert.Contains("is not a Lowtide recording", Assert.Throws<Failure>(() => Targets.File(path)).Message, StringComparison.Ordinal);
        Assert.Contains(
            "neither a recording nor a trial nor a .nettrace", Assert.Throws<Failure>(() => ReportFiles.Read([path])).Message, StringComparison.Ordinal);
    }

    /// <summary>In the current folder, without an ending: it was looked for among the processes.</summary>
    [Fact]
    public void A_bare_name_is_a_file_by_what_it_holds_unless_a_server_has_it()
    {
        var (trace, text) = ($"trace-{Guid.NewGuid():N}", $"text-{Guid.NewGuid():N}");
        try
        {
            Trace(trace);
            File.WriteAllText(text, "nothing");
            Assert.True(Targets.IsFile(trace));
            Assert.False(Targets.IsFile(text));
            Assert.Contains($"'lowtide explain ./{trace}' reads it", Assert.Throws<Failure>(() => Targets.Live(trace)).Message, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(trace);
            File.Delete(text);
        }

        // A process comes before a file of its name.
        var pid = $"{Environment.ProcessId}";
        try
        {
            Trace(pid);
            Assert.False(Targets.IsFile(pid));
        }
        finally
        {
            File.Delete(pid);
        }
    }

    private static string Trace(string path)
    {
        var kept = Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", "sets.nettrace.gz");
        using var packed = new GZipStream(File.OpenRead(kept), CompressionMode.Decompress);
        using var file = File.Create(path);
        packed.CopyTo(file);
        return path;
    }
}
