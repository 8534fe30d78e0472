using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Recordings.Watching;
using Lowtide.Tests.Pure.Reports.Report;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Pure.Watching;

public sealed class HistoryReaderTests : IDisposable
{
    private const long MiB = 1 << 20;
    private static readonly DateTimeOffset Began = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>One that was read late counts with what it held last, from its first reading to its last.</summary>
    [Fact]
    public void A_stretch_reads_as_a_recording()
    {
        var look = MadeReports.Recording(copies: true);
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
        {
            for (var second = 0; second <= 600; second += 10)
                history.Add(Host(Began.AddSeconds(second), second));
            history.Add("uwsgi", look with { Snapshots = [look.Latest with { At = Began.AddSeconds(30) }] });
            history.Add("uwsgi", look with { Snapshots = [look.Latest with { At = Began.AddSeconds(590) }] });
        }
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        var recording = reader.Recording("uwsgi", Began, Began.AddHours(1));
        Assert.Equal([Began.AddSeconds(30), Began.AddSeconds(590)], recording.Snapshots.Select(snapshot => snapshot.At));
        Assert.Equal(Regions(look.Latest), Regions(recording.Latest));
        // The first worker was there throughout, the second from 300 on.
        Assert.Equal([(Role.Master, 9), (Role.Worker, 10), (Role.Worker, 11)],
            recording.Samples.Select(sample => (sample.Role, sample.Pid)).Distinct().OrderBy(one => one.Pid));
        Assert.Equal([0, 300],
            recording.Samples.Where(sample => sample.Pid > 9).GroupBy(sample => sample.Pid).Select(one => (int)one.Min(sample => sample.Seconds)));
        Assert.All(recording.Samples.Where(sample => sample.Pid == 10), sample => Assert.Equal(100 * MiB, sample.Memory.PssBytes));
        Assert.Equal(recording.Samples.Select(sample => sample.Seconds).Order(), recording.Samples.Select(sample => sample.Seconds));
    }

    [Fact]
    public void A_stretch_has_those_who_were_killed_within_it()
    {
        var look = MadeReports.Recording(copies: true);
        WatchedEvent Event(int minute, string family, WatchedEventKind kind) => new(Began.AddMinutes(minute), family, kind, 10) { Slot = "0", Cause = "a.b" };
        WatchedEvent[] events =
        [
            Event(0, "uwsgi", WatchedEventKind.KilledForMemory), Event(2, "uwsgi", WatchedEventKind.KilledForMemory),
            Event(3, "puma", WatchedEventKind.KilledForMemory), Event(4, "uwsgi", WatchedEventKind.WorkerEnded),
            Event(5, "uwsgi", WatchedEventKind.KilledForMemory),
        ];
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
        {
            history.Add(Host(Began.AddMinutes(5), 0) with { Events = events });
            history.Add("uwsgi", look with { Snapshots = [look.Latest with { At = Began.AddMinutes(5) }] });
        }
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        Assert.Equal([events[1], events[4]], reader.Recording("uwsgi", Began.AddMinutes(1), Began.AddHours(1)).Kills);
    }

    [Fact]
    public void What_was_not_kept_is_said()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(Host(Began, 0));
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        Assert.Contains("it has uwsgi", Assert.Throws<RecordingException>(() => reader.Recording("puma", Began, Began.AddHours(1))).Message);
        Assert.Contains("nobody has looked into uwsgi", Assert.Throws<RecordingException>(() => reader.Recording("uwsgi", Began, Began.AddHours(1))).Message);
        Assert.Contains("no history in /nowhere", Assert.Throws<RecordingException>(() => HistoryReader.Open("/nowhere", TimeProvider.System)).Message);
        Assert.Equal("uwsgi", reader.LabelOf(10));
    }

    [Fact]
    public void It_says_when_a_server_ended_that_did_not_come_back()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            foreach (var (minute, kind) in new[]
            {
                (0, WatchedEventKind.Found), (10, WatchedEventKind.Ended), (20, WatchedEventKind.Restarted), (30, WatchedEventKind.Ended),
            })
                history.Add(Host(Began.AddMinutes(minute), 0) with { Events = [new WatchedEvent(Began.AddMinutes(minute), "uwsgi", kind, 9)] });
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        Assert.Equal([null, 10, null, 30, 30],
            new[] { 5, 15, 25, 35, 60 }.Select(minute => (int?)(reader.EndedAt("uwsgi", Began.AddMinutes(minute)) - Began)?.TotalMinutes));
        Assert.Null(reader.EndedAt("puma", Began.AddHours(1)));
    }

    [Fact]
    public void A_watch_that_begins_knows_what_happened_and_which_alerts_are_raised()
    {
        var worker = new WatchedEvent(Began.AddMinutes(2), "uwsgi", WatchedEventKind.KilledForMemory, 10)
        {
            Slot = "0", Memory = MemoryUse.Unknown with { PssBytes = 7, PrivateBytes = 5 }, ReadAt = Began.AddMinutes(1), Busy = 0.5, Others = 2,
            ResidentBytes = 9, GrowingSince = Began, GrewFromBytes = 3, Cause = "malloc.free-kept", Why = "for a test",
        };
        WatchedEvent Alerted(int minute, WatchedEventKind kind, string alert) => new(Began.AddMinutes(minute), "uwsgi", kind, 9) { Alert = alert };
        WatchedEvent[] events =
        [
            worker, Alerted(3, WatchedEventKind.AlertRaised, "sharing-lost"), Alerted(4, WatchedEventKind.AlertRaised, "memory-limit-near"),
            Alerted(5, WatchedEventKind.AlertOver, "memory-limit-near"),
        ];
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            history.Add(Host(Began.AddMinutes(5), 0) with { Events = events });
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddMinutes(30)));
        Assert.Equal(events.Reverse(), reader.Events(10));
        Assert.Equal(events[^1], Assert.Single(reader.Events(1)));
        Assert.Equal([new PastAlert("uwsgi", "sharing-lost", Began.AddMinutes(3), 9, 1)], reader.RaisedAlerts());
    }

    /// <summary>Of the process that had the pid last, each time once: as it was read, before that in means of minutes, and of hours.</summary>
    [Fact]
    public void What_a_process_held_is_read_over_its_life()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            for (var second = 0; second <= 12 * 3600; second += 20)
                history.Add(new WatchedHost(
                    Began.AddSeconds(second),
                    [
                        new WatchedFamily("uwsgi", "uwsgi",
                        [
                            Process("0", 10, second * 2000L, Began.AddSeconds(second)) with { StartTicks = second < 3600 ? 1 : 2 },
                            Process("1", 11, 7, Began.AddSeconds(second)),
                        ]) { Image = (9, 1, 1) },
                    ],
                    []) { Cost = new WatchCost(1, [], 0) });
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(12)));
        var held = reader.Held("uwsgi", 10, Began.AddHours(12));
        Assert.Equal(held.OrderBy(reading => reading.At).DistinctBy(reading => reading.At), held);
        Assert.Equal((Began.AddHours(1), Began.AddHours(12)), (held[0].At, held[^1].At));
        Assert.Equal([20, 60, 3600], held.Zip(held.Skip(1), (one, next) => (int)(next.At - one.At).TotalSeconds).Distinct().Order());
        // It rose by 1,000 bytes a second; a mean is of the time that begins there.
        Assert.All(held, reading => Assert.InRange(reading.PrivateBytes - (1000 * (reading.At - Began).TotalSeconds), 0, 1_800_000));
        Assert.All(held, reading => Assert.Equal(4 * reading.PrivateBytes, reading.ResidentBytes));
        Assert.Equal(Began.AddMinutes(10), reader.Held("uwsgi", 10, Began.AddMinutes(10))[^1].At);
        Assert.Empty(reader.Held("uwsgi", 12, Began.AddHours(12)));
    }

    /// <summary>As a mean of each stretch; of one without a reading there is none.</summary>
    [Fact]
    public void A_curve_is_as_fine_as_asked_for()
    {
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            for (var second = 0; second <= 3600; second += 10)
                if (second is < 600 or > 1200)
                    history.Add(Host(Began.AddSeconds(second), second < 330 ? 0 : 400));
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        var curve = reader.Pss("uwsgi", Began, Began.AddHours(1), TimeSpan.FromMinutes(1));
        Assert.Equal([100 * MiB, 125 * MiB, 150 * MiB], curve.Select(point => point.PssBytes).Distinct());
        Assert.Equal(50, curve.Count);
        Assert.Equal(TimeSpan.FromMinutes(11), curve.Zip(curve.Skip(1), (one, next) => next.At - one.At).Max());
    }

    /// <summary>Of each hour the last look of two days, of each day the last before.</summary>
    [Fact]
    public void Looks_are_thinned()
    {
        var look = MadeReports.Recording(copies: false);
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
            for (var at = Began; at <= Began.AddDays(4); at += TimeSpan.FromMinutes(10))
                history.Add("uwsgi", look with { Snapshots = [look.Latest with { At = at }] });
        var kept = Rows("SELECT at FROM looks ORDER BY at").Select(row => DateTimeOffset.FromUnixTimeSeconds(row[0])).ToList();
        Assert.Equal([Began.AddDays(1).AddMinutes(-10), Began.AddDays(2).AddMinutes(-10)], kept.Take(2));
        Assert.InRange(kept.Count, 2 + 48, 2 + 50);
        Assert.Equal(Began.AddDays(4), kept[^1]);
    }

    [Fact]
    public void It_takes_no_more_than_it_may()
    {
        const long most = 2 * MiB;
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System, most))
            for (var at = Began; at < Began.AddDays(1); at += TimeSpan.FromSeconds(20))
                history.Add(Host(at, 400));
        var pages = Rows("SELECT (SELECT page_count FROM pragma_page_count), (SELECT freelist_count FROM pragma_freelist_count)")[0];
        Assert.InRange(4096 * (pages[0] - pages[1]), 0, most * 11 / 10);
        // The newest are there still.
        Assert.Equal(Began.AddDays(1).AddSeconds(-20).ToUnixTimeSeconds(), Rows("SELECT MAX(at) FROM samples")[0][0]);
    }

    /// <summary>fixtures/history-N.sql is what version N wrote.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    public void An_older_one_is_brought_up(int version)
    {
        using (var connection = Opened(SqliteOpenMode.ReadWriteCreate))
        {
            using var command = connection.CreateCommand();
            command.CommandText = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "fixtures", $"history-{version}.sql"));
            command.ExecuteNonQuery();
        }
        using (var history = HistoryFile.Open(_folder.Path, TimeProvider.System))
        {
            Assert.Null(history.SetAside);
            history.Add(Host(Began.AddMinutes(10), 0));
        }
        using var reader = HistoryReader.Open(_folder.Path, new Stopped(Began.AddHours(1)));
        Assert.Equal([300 * MiB, 400 * MiB, 100 * MiB], reader.Pss("uwsgi", Began, Began.AddHours(1), TimeSpan.FromSeconds(1)).Select(point => point.PssBytes));
        Assert.Equal([[version == 1 ? 3 : 0]], Rows("SELECT COUNT(*) FROM samples WHERE pid = 0 AND slot IN ('master', '0', '1')"));
        Assert.Equal([[1]], Rows("SELECT COUNT(*) FROM events WHERE kind = 'Found' AND busy IS NULL "
            + "AND COALESCE(why, cause, since, from_private, resident) IS NULL"));
    }

    private static IEnumerable<int> Regions(FamilySnapshot family) => family.Workers.Select(worker => worker.Census!.Regions.Count);

    /// <summary>A master that was read once, a worker, and another from 300 s on.</summary>
    private static WatchedHost Host(DateTimeOffset at, int second) => new(
        at,
        [
            new WatchedFamily("uwsgi", "uwsgi",
            [
                Process("master", 9, 0, at),
                Process("0", 10, 100 * MiB, at),
                .. second >= 300 ? [Process("1", 11, 50 * MiB, at)] : Array.Empty<WatchedProcess>(),
            ]) { Image = (9, 1, 1) },
        ],
        []) { Cost = new WatchCost(1, [], 0) };

    private static WatchedProcess Process(string slot, int pid, long pss, DateTimeOffset at) =>
        new(slot, pid, 1, new MemoryUse(2 * pss, pss, pss, pss / 2, null), at);

    private List<long[]> Rows(string sql)
    {
        using var connection = Opened(SqliteOpenMode.ReadOnly);
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var found = command.ExecuteReader();
        var rows = new List<long[]>();
        while (found.Read())
            rows.Add([.. Enumerable.Range(0, found.FieldCount).Select(found.GetInt64)]);
        return rows;
    }

    private SqliteConnection Opened(SqliteOpenMode mode)
    {
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = Path.Combine(_folder.Path, HistoryFile.Name), Mode = mode, Pooling = false,
        }.ToString());
        connection.Open();
        return connection;
    }

    private sealed class Stopped(DateTimeOffset at) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => at;
    }
}
