using Lowtide.Recordings;
using Lowtide.Reports.Ps;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What 'lowtide ps --watch' draws: it fits the terminal, and what was left out is what matters least.</summary>
public sealed class PsWatchLinesTests
{
    private const long MiB = 1 << 20;

    private readonly PssChanges _changes = new();

    [Fact]
    public void Families_at_eighty_columns()
    {
        var (small, large) = (Family(10, "gunicorn", 50), Family(20, "uwsgi", 900));
        Drawn(small, large);
        Assert.Equal(
            """
            10:00:05 UTC: 2 families, 953 MiB in all (PSS)
            PID  NAME      RUNTIME         WORKERS      PSS    CHANGE  SINCE START  PRIVATE
             20  uwsgi     CPython 3.11.2        2  903 MiB  +3.0 MiB     +3.0 MiB  150 MiB
             10  gunicorn  CPython 3.11.2        2   50 MiB         0            0  150 MiB
            """, string.Join('\n', Drawn(small, Family(20, "uwsgi", 903))));
    }

    [Fact]
    public void Families_at_forty_columns()
    {
        Drawn(Family(20, "uwsgi", 900));
        Assert.Equal(
            """
            10:00:05 UTC: 1 family, 898 MiB in all (
            PID  NAME       PSS    CHANGE
             20  uwsgi  898 MiB  -2.0 MiB
            """, string.Join('\n', Drawn(40, 24, Family(20, "uwsgi", 898))));
    }

    /// <summary>A change that adds up: against the look before, and against the first.</summary>
    [Fact]
    public void Changes_are_since_the_look_before_and_since_the_first()
    {
        foreach (var pss in new long?[] { 100, 130 })
            Drawn(Family(20, "uwsgi", pss));
        Assert.Matches("120 MiB +-10 MiB +\\+20 MiB +150 MiB$", Drawn(Family(20, "uwsgi", 120))[2]);
        Assert.Matches("- +- +- +150 MiB$", Drawn(Family(20, "uwsgi", null))[2]);
        // Another process with the same pid is seen for the first time.
        var other = Family(20, "uwsgi", 500);
        Assert.Matches("500 MiB +150 MiB$", Drawn(other with { Master = other.Master! with { Process = other.Master.Process with { StartTicks = 99 } } })[2]);
    }

    [Fact]
    public void Of_more_than_fit_those_with_most_memory_are_shown()
    {
        var lines = Drawn(80, 8, [.. Enumerable.Range(1, 30).Select(number => Family(number, $"n{number}", number))]);
        Assert.Equal(8, lines.Length);
        Assert.Equal(["n30", "n29", "n28", "n27", "n26"], lines[2..7].Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]));
        Assert.Equal("and 25 more", lines[7]);
    }

    [Fact]
    public void In_a_pipe_nothing_is_left_out()
    {
        FamilySnapshot[] families = [.. Enumerable.Range(1, 300).Select(number => Family(number, $"n{number}", number))];
        var look = Look(families);
        _changes.Note(families);
        var lines = PsWatchLines.Of(look, _changes, one: false, columns: null, rows: null);
        Assert.Equal(302, lines.Count);
        Assert.StartsWith("2025-08-11 10:00:05 UTC: 300 families", lines[0].Text);
        Assert.Contains("ALLOCATOR", lines[1].Text);
    }

    [Fact]
    public void Members_of_one_family()
    {
        var family = MadeByHand.Known;
        _changes.Note([family]);
        Assert.Equal(
            """
            10:00:05 UTC: uwsgi 10, 600 MiB (PSS)
            CPython 3.11.2, glibc 2.36
            cgroup: 1.0 GiB of 8.0 GiB used, 7.0 GiB before an OOM kill
            PID  ROLE        PSS  CHANGE  SINCE START  PRIVATE  STILL SHARED   COPIED  NEW
             10  master  200 MiB                       150 MiB             -        -    -
             11  worker  200 MiB                       150 MiB        64 MiB  160 MiB    0
             12  worker  200 MiB                       150 MiB        64 MiB  160 MiB    0
            Could not read all: 'lowtide ps 10' says what, and what would give it
            """, string.Join('\n', Fits(PsWatchLines.Of(Look(family) with { CouldNotRead = MadeByHand.CouldNotRead }, _changes, one: true, 80, 24), 80, 24)));
    }

    [Fact]
    public void The_master_and_the_largest_workers_where_not_all_fit()
    {
        var family = MadeByHand.Known with
        {
            Workers = [.. Enumerable.Range(1, 40).Select(number => MadeByHand.Known.Workers[0] with
            {
                Process = MadeByHand.Known.Workers[0].Process with { Pid = 100 + number },
                Memory = new MemoryUse(number * MiB, number * MiB, 0, 0, 0),
            })],
        };
        _changes.Note([family]);
        var lines = Fits(PsWatchLines.Of(Look(family), _changes, one: true, 80, 9), 80, 9);
        Assert.Equal(["10", "140", "139", "138", "and"], lines[4..].Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[0]));
        Assert.Equal("and 37 more", lines[^1]);
    }

    /// <summary>A process may name itself with terminal escapes, and with characters of two cells.</summary>
    [Theory]
    [InlineData("\u001b[31m\u0007\r\n\u009b2J")]
    [InlineData("[red]漢字漢字[/]")]
    public void No_name_reaches_the_terminal_as_it_is(string name)
    {
        using var text = new StringWriter();
        var lines = new List<LiveLine>();
        foreach (var one in new[] { false, true })
        {
            var family = Family(20, name, 900);
            _changes.Note([family]);
            lines.AddRange(PsWatchLines.Of(Look(family), _changes, one, 40, 23));
            new WholeScreen(text).Draw(lines, 40, 24);
        }
        Assert.DoesNotMatch(@"\u001b(?!\[(H|K|J|1m|0m))|[\u0000-\u0009\u000b-\u000c\u000e-\u001a\u0080-\u009f]", text.ToString());
        Assert.All(lines, line => Assert.InRange(line.Cut(40).Width, 1, 40));
    }

    private string[] Drawn(params FamilySnapshot[] families) => Drawn(80, 24, families);

    private string[] Drawn(int columns, int rows, params FamilySnapshot[] families)
    {
        _changes.Note(families);
        return Fits(PsWatchLines.Of(Look(families), _changes, one: false, columns, rows), columns, rows);
    }

    private static string[] Fits(IReadOnlyList<LiveLine> lines, int columns, int rows)
    {
        Assert.InRange(lines.Count, 0, rows);
        return [.. lines.Select(line => line.Cut(columns).Text)];
    }

    private static PsSnapshot Look(params FamilySnapshot[] families) =>
        new(new DateTimeOffset(2025, 8, 11, 10, 0, 5, TimeSpan.Zero), families, 100, []);

    /// <param name="pss">Of the family, in MiB.</param>
    private static FamilySnapshot Family(int pid, string name, long? pss) => MadeByHand.Known with
    {
        Name = name,
        Master = MadeByHand.Known.Master! with
        {
            Process = MadeByHand.Known.Master.Process with { Pid = pid },
            Memory = new MemoryUse(pss * MiB, pss * MiB, 0, 150 * MiB, 0),
        },
        Workers = [.. MadeByHand.Known.Workers.Select(worker => worker with { Memory = new MemoryUse(0, 0, 0, 0, 0) })],
    };
}
