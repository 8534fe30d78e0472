using Lowtide.Analysis.Alerts;
using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Watching;
using Lowtide.Tests.Pure.Recordings;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Pure.Watching;

public sealed class HistoryFileTests : IDisposable
{
    private const long MiB = 1 << 20;
    private static readonly DateTimeOffset Began = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly TempFolder _folder = new();

    private string Database => Path.Combine(_folder.Path, HistoryFile.Name);

    public void Dispose() => _folder.Dispose();

    /// <summary>Means over minutes and hours are those of what was written, and no tier keeps more than its time.</summary>
    [Fact]
    public void Three_days_are_kept_in_three_tiers()
    {
        var random = new Random(7);
        var written = new List<(long At, long Pss)>();
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            for (var at = Began; at < Began.AddDays(3); at += TimeSpan.FromSeconds(30))
            {
                var pss = random.Next(100, 200) * MiB;
                written.Add((at.ToUnixTimeSeconds(), pss));
                history.Add(Host(at, pss));
            }
        var twoDaysAgo = Began.AddDays(1).ToUnixTimeSeconds();
        Assert.InRange(Number("SELECT MIN(at) FROM samples"), twoDaysAgo - 120, twoDaysAgo + 60);
        foreach (var (table, each) in new[] { ("minutes", 60), ("hours", 3600) })
        {
            var means = Rows($"SELECT at, readings, pss, pss_most FROM {table} WHERE slot = '0' ORDER BY at");
            var expected = written.GroupBy(one => one.At / each * each).Take(means.Count).ToList();
            Assert.InRange(means.Count, (3 * 86_400 / each) - 1, 3 * 86_400 / each);
            Assert.Equal(expected.Select(group => (group.Key, (long)group.Count(), group.Max(one => one.Pss))), means.Select(row => (row[0], row[1], row[3])));
            // Whole bytes at each step.
            Assert.All(expected.Zip(means), pair => Assert.InRange(pair.Second[2] - pair.First.Average(one => one.Pss), -2, 2));
        }
    }

    [Fact]
    public void What_a_restart_left_out_comes_into_the_minutes()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            for (var at = Began; at < Began.AddSeconds(150); at += TimeSpan.FromSeconds(10))
                history.Add(Host(at, 100 * MiB));
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(Host(Began.AddHours(5), 100 * MiB));
        Assert.Equal([6, 6, 3], Rows("SELECT readings FROM minutes WHERE slot = 'all' ORDER BY at").Select(row => row[0]));
    }

    [Fact]
    public void A_clock_that_is_set_back_loses_nothing_that_comes_after()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
        {
            for (var at = Began.AddDays(1); at < Began.AddDays(1).AddMinutes(5); at += TimeSpan.FromSeconds(10))
                history.Add(Host(at, 100 * MiB));
            for (var at = Began; at < Began.AddMinutes(5); at += TimeSpan.FromSeconds(10))
                history.Add(Host(at, 200 * MiB));
            using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddMinutes(5)));
            Assert.Equal(200 * MiB, reader.Pss("uwsgi", Began, Began.AddMinutes(5), TimeSpan.FromSeconds(1))[^1].PssBytes);
        }
        Assert.Equal(60, Number("SELECT COUNT(*) FROM samples WHERE slot = '0'"));
        Assert.Equal(4, Number($"SELECT COUNT(*) FROM minutes WHERE slot = '0' AND at < {Began.AddHours(1).ToUnixTimeSeconds()}"));
    }

    [Fact]
    public void A_worker_that_has_gone_is_in_no_sum_any_more()
    {
        using var history = HistoryFile.Open(_folder.Path, TimeProvider.System);
        for (var second = 0; second < 600; second += 10)
            history.Add(Host(Began.AddSeconds(second), second < 200 ? [30 * MiB, 70 * MiB] : [30 * MiB]));
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        var curve = reader.Pss("uwsgi", Began, Began.AddHours(1), TimeSpan.FromSeconds(1));
        Assert.Equal((100 * MiB, 30 * MiB), (curve[0].PssBytes, curve[^1].PssBytes));
    }

    [Fact]
    public void Events_are_kept_with_what_was_known()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(Host(Began, 1) with
            {
                Events =
                [
                    new WatchedEvent(Began, "uwsgi", WatchedEventKind.WorkerEnded, 12)
                    {
                        Slot = "3", Memory = MemoryUse.Unknown with { PrivateBytes = 5 * MiB }, ReadAt = Began.AddSeconds(-8), Busy = 0.5,
                    },
                ],
            });
        Assert.Equal(1, Number("SELECT COUNT(*) FROM events JOIN families ON family = id WHERE label = 'uwsgi' AND kind = 'WorkerEnded' AND slot = '3' "
            + $"AND pid = 12 AND private = {5 * MiB} AND pss IS NULL AND read_at = at - 8 AND busy = 0.5"));
    }

    /// <summary>Alerts count the same, whether an end was seen or is read back.</summary>
    [Fact]
    public void Ends_and_kills_are_read_as_they_were_seen()
    {
        WatchedEvent Event(WatchedEventKind kind, string? slot, int others = 0) => new(Began, "uwsgi", kind, 12) { Slot = slot, Others = others };
        var host = Host(Began, MiB) with
        {
            Events =
            [
                Event(WatchedEventKind.WorkerEnded, "1"), Event(WatchedEventKind.WorkerEnded, "2", others: 3), Event(WatchedEventKind.KilledForMemory, "3"),
                Event(WatchedEventKind.KilledForMemory, WatchedProcess.Master), Event(WatchedEventKind.KilledForMemory, null, others: 1),
                Event(WatchedEventKind.Restarted, null),
            ],
        };
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(host);
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddMinutes(1)));
        var seen = FamilyPoint.Of(host.Families[0], host.Events, TimeSpan.Zero, TimeSpan.Zero);
        var past = reader.Past("uwsgi");
        Assert.Equal((5, 4), (seen.Ends, seen.Kills));
        Assert.Equal((seen.Ends, seen.Kills), (past.Sum(moment => moment.Ends), past.Sum(moment => moment.Kills)));
    }

    /// <summary>By the hour: sizes are the most, and counts add up; a look at which nothing was collected has its sizes.</summary>
    [Fact]
    public void What_dot_net_told_is_kept_by_the_hour_and_read_as_past()
    {
        var trace = Recorded.Full.DotNet!;
        var full = trace.Collections[0] with { Generation = 2, Reason = CollectionReason.Induced };
        WatchedHost Told(int minute, long gen2, params DotNetCollection[] collections) => Host(Began.AddMinutes(minute), MiB) is var host ? host with
        {
            Families =
            [
                host.Families[0] with
                {
                    DotNet = new WatchedDotNet([0, 0, 1], 1, [], 0.5, [1, 2, gen2, 7, 5], trace, trace with { Collections = collections, Pauses = [] }),
                },
            ],
        } : host;
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
        {
            history.Add(Told(0, 500, full, full));
            history.Add(Told(10, 300, full));
            history.Add(Told(20, 900));
            history.Add(Told(70, 400, full with { Generation = 0 }));
        }
        Assert.Equal(3, Number("SELECT induced FROM dotnet_hours ORDER BY at LIMIT 1"));
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(2)));
        Assert.Equal([new PastCollections(900, 7, 3), new PastCollections(400, 7, 0)],
            reader.Past("uwsgi").Select(moment => moment.DotNet).OfType<PastCollections>());
    }

    [Theory]
    [InlineData("PRAGMA user_version=99", "it is of a newer Lowtide")]
    [InlineData("PRAGMA application_id=7", "it is no history of Lowtide's")]
    public void One_that_cannot_be_read_is_renamed_and_kept(string change, string why)
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(Host(Began, MiB));
        Run(change);
        using (var history = HistoryFile.Open(_folder.Path, new Stopped(Began)))
        {
            Assert.Equal($"{Database}.{Began.ToUnixTimeSeconds()} ({why})", history.SetAside);
            history.Add(Host(Began, MiB));
        }
        Assert.Equal(2, Number("SELECT COUNT(*) FROM samples"));
        Assert.True(File.Exists($"{Database}.{Began.ToUnixTimeSeconds()}"));
    }

    [Fact]
    public void It_is_for_its_owner_alone()
    {
        using (HistoryFile.Open(Path.Combine(_folder.Path, "new", "folder"), TimeProvider.System))
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(_folder.Path, "new", "folder", HistoryFile.Name)));
    }

    private static WatchedHost Host(DateTimeOffset at, params long[] pss) => new(
        at,
        [
            new WatchedFamily("uwsgi", "uwsgi", [.. pss.Select((bytes, slot) => new WatchedProcess(
                $"{slot}", 10 + slot, 1, MemoryUse.Unknown with { RssBytes = 2 * bytes, PssBytes = bytes, PrivateBytes = bytes / 2 }, at))])
            {
                Image = (9, 1, 1),
            },
        ],
        []) { Cost = new WatchCost(1, [], 0) };

    private long Number(string sql) => Rows(sql)[0][0];

    private void Run(string sql)
    {
        using var connection = Opened();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private List<long[]> Rows(string sql)
    {
        using var connection = Opened();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var found = command.ExecuteReader();
        var rows = new List<long[]>();
        while (found.Read())
            rows.Add([.. Enumerable.Range(0, found.FieldCount).Select(found.GetInt64)]);
        return rows;
    }

    private SqliteConnection Opened()
    {
        var connection = new SqliteConnection($"Data Source={Database};Pooling=False");
        connection.Open();
        return connection;
    }

    private sealed class Stopped(DateTimeOffset at) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => at;
    }
}
