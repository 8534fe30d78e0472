namespace Lowtide.Tests.Live.Launch;

/// <summary>What processes write that all hold one named pipe open: ready when each has said its line, gone at its end.</summary>
internal sealed class Fifo(string path) : IDisposable
{
    private StreamReader? _reader;

    public static Fifo Make(string path)
    {
        Assert.Equal(0, Ran.Command(["mkfifo", path]).ExitCode);
        return new(path);
    }

    /// <summary>Waits for that many lines, in order of the alphabet.</summary>
    public async Task<IReadOnlyList<string>> LinesAsync(int count)
    {
        _reader ??= await Task.Run(() => new StreamReader(File.OpenRead(path))).WaitAsync(TimeSpan.FromSeconds(30));
        var lines = new List<string>();
        while (lines.Count < count && await _reader.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(30)) is { } line)
            lines.Add(line);
        return [.. lines.Order()];
    }

    /// <summary>Waits until no process holds it open.</summary>
    public Task EndAsync() => _reader!.ReadToEndAsync().WaitAsync(TimeSpan.FromSeconds(30));

    public void Dispose() => _reader?.Dispose();
}
