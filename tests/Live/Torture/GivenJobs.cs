using System.Globalization;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Torture;

/// <summary>Jobs that are given to a queue beside what is tried, batch after batch, and what they wrote into a file when they began and ended.</summary>
internal sealed class GivenJobs : IAsyncDisposable
{
    /// <summary>In each batch.</summary>
    private const int Batch = 60;

    /// <summary>Before the next batch, where the queue is to be empty for a while.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(0.5);

    private readonly CancellationTokenSource _end = new();
    private readonly string _journal;
    private readonly Task<int> _batches;
    private long _read;
    private int _ended;

    /// <param name="command">Of a program that takes "give COUNT SECONDS".</param>
    /// <param name="mostWaiting">No more are given while so many wait; 0: each batch has run before the next, and the queue is empty for a while.</param>
    public GivenJobs(string[] command, string journal, int mostWaiting)
    {
        _journal = journal;
        _batches = Task.Run(async () =>
        {
            var batches = 0;
            for (; !_end.IsCancellationRequested; batches++)
            {
                while (!_end.IsCancellationRequested && (batches * Batch) - Ended() > mostWaiting)
                    await Task.Delay(50);
                // A queue that is never empty lets no child be asked.
                if (mostWaiting == 0)
                    await Task.Delay(Pause);
                if (Ran.Command([.. command, "give", $"{Batch}", "0.02"]) is { ExitCode: not 0 } failed)
                    throw new InvalidOperationException(failed.Error);
            }
            return batches;
        });
    }

    /// <summary>Gives no more, and waits until the queue is done with what it has.</summary>
    /// <param name="mayLack">So many may have been broken, and end never.</param>
    public async Task<Came> EndAsync(ServerProcess server, int mayLack)
    {
        await _end.CancelAsync();
        var given = await _batches * Batch;
        await server.EventuallyAsync(() => Task.FromResult(Ended() >= given - mayLack), $"{given} jobs have run");
        // One that is run a second time shows after its first; an idle queue has none left.
        var lines = Read();
        var each = given / Batch;
        int Count(string word, string name) => lines.Count(line => line[0] == word && line[1] == name);
        var names = Enumerable.Range(0, Batch).Select(number => number.ToString(CultureInfo.InvariantCulture)).ToList();
        return new Came(
            given, names.Sum(name => Math.Max(0, each - Count("end", name))), names.Sum(name => Math.Max(0, Count("end", name) - each)),
            names.Sum(name => Math.Max(0, Count("begin", name) - each)));
    }

    /// <param name="Lost">They have never ended.</param>
    /// <param name="Twice">They have ended twice.</param>
    /// <param name="Again">They have begun twice.</param>
    internal sealed record Came(int Given, int Lost, int Twice, int Again);

    /// <summary>So far. Each time only what is new is read: of ten thousand jobs the whole would keep the machine busy.</summary>
    private int Ended()
    {
        if (!File.Exists(_journal))
            return 0;
        using var journal = new FileStream(_journal, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        journal.Position = _read;
        using var text = new StreamReader(journal);
        var lines = text.ReadToEnd();
        // The last may not have been written to its end.
        var whole = lines[..(lines.LastIndexOf('\n') + 1)];
        _read += whole.Length;
        return _ended += whole.Split('\n').Count(line => line.StartsWith("end ", StringComparison.Ordinal));
    }

    private List<string[]> Read() => [.. File.Exists(_journal) ? File.ReadLines(_journal).Select(line => line.Split(' ')) : []];

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _batches.ContinueWith(_ => { }, TaskScheduler.Default);
        _end.Dispose();
    }
}
