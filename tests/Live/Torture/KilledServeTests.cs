using System.Diagnostics;
using System.Globalization;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Serve;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Live.Torture;

/// <summary>SIGKILL of a watch at any moment, again and again on one history: the server beside it answers every request, and what was kept is read.</summary>
public sealed class KilledServeTests : IDisposable
{
    private const int Sample = 6, Whole = 1000;

    /// <summary>It has begun to look after half of that, on an idle machine.</summary>
    private static readonly TimeSpan Life = TimeSpan.FromSeconds(1.2);

    private readonly Leavings _leavings = new();

    private string History => _leavings.File("history");

    public void Dispose() => _leavings.Dispose();

    [Fact]
    public async Task Its_history_can_be_read_every_time()
    {
        using var target = Said.StartAny("serving.py");
        int[] members = [target.Pid, .. target.WorkerPids()];
        await using var clients = new Clients(target.Said.GetProperty("port").GetInt32());
        var rack = new Rack("kill -9 of serve", Sample, Whole);
        var (port, rows) = (ServeProcess.FreePort(), 0L);
        for (var number = 0; number < rack.Times; number++)
        {
            using var serve = _leavings.Start("serve", "--listen", $"127.0.0.1:{port}", "--history", History, "--interval", "1s", "--cpu-share", "100%");
            var ended = serve.WaitForExit(Rack.Numbers(number).NextDouble() * Life);
            if (ended)
                rack.Wrong($"it ended by itself: {serve.StandardError.ReadToEnd()}", number);
            serve.Kill();
            serve.WaitForExit();
            var began = Stopwatch.StartNew();
            // The first may be killed before there is one.
            if (File.Exists(Path.Combine(History, HistoryFile.Name)))
                rows = Kept(rows, rack, number);
            rack.Tried(began.Elapsed);
            foreach (var state in members.Select(pid => Procfs.Stat(pid)?.State ?? '-').Where(state => !"SRD".Contains(state)))
                rack.Wrong($"a process of the target is in state {state}", number);
        }
        var (asked, answered) = await clients.EndAsync();
        if (asked != answered)
            rack.Wrong($"{asked - answered} of {asked} requests were not answered", 0);
        rack.End(string.Create(CultureInfo.InvariantCulture, $"{answered} of {asked} requests answered, {rows} readings kept"));
    }

    /// <returns>Readings that are kept; as it was before where they cannot be read.</returns>
    private long Kept(long before, Rack rack, int number)
    {
        try
        {
            using (var history = HistoryFile.Open(History, TimeProvider.System))
                if (history.SetAside is { } why)
                    rack.Wrong($"set aside: {why}", number);
            using var connection = new SqliteConnection($"Data Source={Path.Combine(History, HistoryFile.Name)};Pooling=False");
            connection.Open();
            using var count = connection.CreateCommand();
            count.CommandText = "SELECT COUNT(*) FROM samples";
            var now = (long)count.ExecuteScalar()!;
            if (now < before)
                rack.Wrong($"{before - now} readings are gone", number);
            return now;
        }
        catch (Exception failure) when (failure is RecordingException or SqliteException)
        {
            rack.Wrong(failure.Message, number);
            return before;
        }
    }
}
