using Lowtide.Analysis.Alerts;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Recycling;
using Lowtide.Guard;
using Lowtide.Recordings;
using Lowtide.Recordings.Watching;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Serve;
using Lowtide.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Metrics;
using Lowtide.Serve.Pods;
using Lowtide.Tests.Pure.Recordings;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Serve;

public sealed class ExpositionTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    private static readonly WatchedHost Host = new(
        Now,
        [
            new WatchedFamily("uwsgi", "uw\"s\\gi\n\u001b", [
                new WatchedProcess("master", 1, 1, MemoryUse.Unknown with { RssBytes = 9_000 }, null),
                new WatchedProcess("0", 2, 1, MemoryUse.Unknown with { RssBytes = 12_345, PssBytes = 700 }, Now.AddSeconds(-8)),
            ]) { Image = (1, 1, 1), Respawns = 4 },
        ],
        []) { Cost = new WatchCost(3, [0, 0, 2, 0, 1, 0, 0, 0, 1], 0.25) };

    private static readonly Diagnosis Copies = Diagnosis.Of(MadeReports.Recording(copies: true) with { Samples = [] });

    private static readonly ServeState State = ServeState.Empty with
    {
        Host = Host,
        Diagnoses = new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal) { ["uwsgi"] = new(Now.AddMinutes(-2), Copies) },
    };

    /// <summary>The same with nothing unread.</summary>
    private static readonly ServeState AllKnown = State with
    {
        Host = Host with
        {
            Families =
            [
                Host.Families[0] with
                {
                    Processes = [.. Host.Families[0].Processes.Select(process => process with { Memory = new MemoryUse(5, 4, 3, 2, 1), ReadAt = Now })],
                    StartedAt = Now.AddHours(-1),
                    DotNet = new WatchedDotNet(
                        [5, 2, 1], 1, [.. WatchedDotNet.Bounds.Select(_ => 1L), 0], 0.5, [1, 2, 3, 4, 5], Recorded.Full.DotNet!, Recorded.Full.DotNet!)
                    {
                        PauseSecondsOf = [0.1, 0.1, 0.3],
                    },
                    Collections = [30, 2, 1],
                    Arenas = 4,
                    ArenaBytes = 1 << 20,
                    Cgroup = new CgroupMemory(2, "/system.slice/shop.service", LimitBytes: 1 << 30, UsedBytes: 600 << 20, WorkingSetBytes: 500 << 20),
                },
            ],
            LeftOut = 2,
        },
        Diagnoses = new Dictionary<string, LatestDiagnosis>(StringComparer.Ordinal) { ["uwsgi"] = new(Now.AddMinutes(-2), WithAll(Copies)) },
        Guards = new Dictionary<string, GuardStatus>(StringComparer.Ordinal) { ["uwsgi"] = Guarded },
        Alerts = [.. AlertRules.All.Select(rule => new FamilyAlert("uwsgi", 1,
            new Alert(rule, AlertState.Quiet, null, 0.5), null) { Folder = "/var/lib/lowtide" })],
    };

    private static GuardStatus Guarded => new(new GuardPolicy { PrivateLimitBytes = 400 << 20 }, Acts: true, Asked: 3)
    {
        Over = TimeSpan.FromMinutes(2), Why = "the machine's budget of this hour is used up",
    };

    /// <summary>Its malloc too, and a remedy that is on.</summary>
    private static Diagnosis WithAll(Diagnosis diagnosis)
    {
        var use = new ArenaUse(5, 4, 3, 2, 1, null, null, null, null);
        Member With(Member member) => member with
        {
            Allocator = new AllocatorFacts("glibc", "2.36", 0, 0) { Arenas = [new ArenaFacts(Main: true, 1, 1, 10, 10) { Use = use }] },
            Settings = new Dictionary<string, string>(StringComparer.Ordinal) { ["MALLOC_ARENA_MAX"] = "2" },
        };
        return diagnosis with
        {
            Family = diagnosis.Family with { Master = With(diagnosis.Family.Master!), Workers = [.. diagnosis.Family.Workers.Select(With)] },
        };
    }

    [Fact]
    public void What_was_not_read_has_no_line()
    {
        var text = Exposition.Text(State, Now, openMetrics: false);
        Assert.Contains("\nlowtide_process_resident_bytes{family=\"uwsgi\",slot=\"0\"} 12345\n", text);
        Assert.Contains("\nlowtide_process_pss_bytes{family=\"uwsgi\",slot=\"0\"} 700\n", text);
        Assert.Contains("\nlowtide_process_memory_age_seconds{family=\"uwsgi\",slot=\"0\"} 8\n", text);
        Assert.DoesNotContain("lowtide_process_pss_bytes{family=\"uwsgi\",slot=\"master\"}", text);
        // A sum with a hole in it is none.
        Assert.DoesNotContain("lowtide_family_pss_bytes{", text);
        Assert.Contains("\nlowtide_family_respawns_total{family=\"uwsgi\"} 4\n", text);
    }

    [Fact]
    public void What_was_found_and_what_it_is_worth_is_told()
    {
        var text = Exposition.Text(State, Now, openMetrics: false);
        var (leading, first) = (Copies.Answer.Leading!.Finding, Copies.Answer.First!);
        Assert.Contains($"\nlowtide_finding_bytes{{family=\"uwsgi\",finding=\"{leading.Id}\"}} {leading.Bytes}\n", text);
        Assert.Contains($"\nlowtide_remedy_saving_low_bytes{{family=\"uwsgi\",remedy=\"{first.Remedy.Id}\"}} {first.Net!.LowBytes}\n", text);
        Assert.Contains($"\nlowtide_remedy_saving_high_bytes{{family=\"uwsgi\",remedy=\"{first.Remedy.Id}\"}} {first.Net!.HighBytes}\n", text);
        Assert.Contains("\nlowtide_look_age_seconds{family=\"uwsgi\"} 120\n", text);
    }

    [Fact]
    public void The_page_says_first_who_could_save_most()
    {
        var state = State with
        {
            Events = [new WatchedEvent(Now.AddSeconds(-90), "uwsgi", WatchedEventKind.WorkerEnded, 7) { Slot = "1", Others = 3, Busy = 1.25 }],
        };
        var page = MarkdownReport.PlainBody(ServePage.Of(state, Now, (_, _) => new PssCurve(Now, [(Now.AddMinutes(-5), 1 << 20), (Now, 3 << 20)])));
        Assert.StartsWith("uwsgi could save most, ", ServePage.Of(state, Now, (_, _) => new PssCurve(Now, [])).Answer, StringComparison.Ordinal);
        Assert.Matches(@"\nuwsgi +1 +1 +- +- +- +\S+ .*the collector copies shared memory, seen 2 min ago\n", page);
        Assert.Contains("worker 1 ended (pid 7); it used 125% of a processor; 3 others ended", page, StringComparison.Ordinal);
        Assert.Contains("1.0 MiB", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', page);
    }

    [Fact]
    public void The_page_says_what_a_guard_holds_a_server_to_and_why_it_does_nothing()
    {
        string Page(GuardStatus guard) => MarkdownReport.PlainBody(ServePage.Of(
            State with { Guards = new Dictionary<string, GuardStatus> { ["uwsgi"] = guard } }, Now, (_, _) => new PssCurve(Now, [])));
        Assert.Matches(@"\nuwsgi +400 MiB +- +12 +3 +over for 2 min: the machine's budget of this hour is used up +recycles\n", Page(Guarded));
        Assert.Matches(@"\nuwsgi +400 MiB +- +12 +3 +holds +only says so\n", Page(Guarded with { Acts = false, Over = null, Why = null }));
    }

    [Fact]
    public void Memory_is_as_old_as_its_oldest_reading()
    {
        var family = State.Host!.Families[0] with
        {
            Processes =
            [
                new WatchedProcess("master", 1, 1, MemoryUse.Unknown with { PssBytes = 1 << 20 }, Now.AddSeconds(-8)),
                new WatchedProcess("0", 2, 1, MemoryUse.Unknown with { PssBytes = 1 << 20 }, Now.AddSeconds(-50)),
            ],
        };
        var page = MarkdownReport.PlainBody(ServePage.Of(State with { Host = State.Host with { Families = [family] } }, Now, (_, _) => new PssCurve(Now, [])));
        Assert.Matches(@" 2\.0 MiB +50 s ago ", page);
    }

    /// <summary>What a shorter chart shows whole has no longer one.</summary>
    [Theory]
    [InlineData(30, "minutes")]
    [InlineData(90, "minutes", "hours")]
    [InlineData(3 * 1440, "minutes", "hours", "days")]
    public void Memory_is_drawn_for_as_long_as_it_was_kept(int minutes, params string[] units)
    {
        PssCurve Drawn(string label, CurveSpan span) => new(
            Now, [.. new[] { minutes, minutes / 2, minutes / 4, minutes / 8, minutes / 16, minutes / 32, minutes / 64, minutes / 128, 1, 0 }
                .Select(ago => (At: Now.AddMinutes(-ago), 1L << 20)).Where(point => Now - point.At <= span.Over)]);
        var charts = ServePage.Of(State, Now, Drawn).Sections.SelectMany(section => section.Blocks).OfType<LinesBlock>().ToList();
        Assert.Equal(units, charts.Select(chart => chart.X));
    }

    [Fact]
    public void A_container_is_told_of_the_info_alone()
    {
        var state = State with
        {
            Host = Host with { Families = [Host.Families[0] with { Container = new WatchedContainer("9bca", "2c48") }] },
            Pods = new Dictionary<string, PodContainer>(StringComparer.Ordinal) { ["uwsgi"] = new("shop", "web-\"x", "app") },
        };
        var lines = Exposition.Text(state, Now, openMetrics: false).Split('\n');
        Assert.EndsWith(@"namespace=""shop"",pod=""web-\""x"",container=""app"",pod_uid=""2c48"",container_id=""9bca""} 1",
            Assert.Single(lines, line => line.Contains("pod=", StringComparison.Ordinal)), StringComparison.Ordinal);
        var unnamed = State with { Host = state.Host };
        Assert.Contains(@"namespace="""",pod="""",container="""",pod_uid=""2c48"",container_id=""9bca""} 1", Exposition.Text(unnamed, Now, openMetrics: false));
        Assert.Matches(@"\nuwsgi +shop +web-""x +app *\n", MarkdownReport.PlainBody(ServePage.Of(state, Now, (_, _) => new PssCurve(Now, []))));
        Assert.Matches(@"\nuwsgi +- +2c48 +9bca *\n", MarkdownReport.PlainBody(ServePage.Of(unnamed, Now, (_, _) => new PssCurve(Now, []))));
    }

    [Fact]
    public void A_histogram_adds_up()
    {
        var text = Exposition.Text(State, Now, openMetrics: false);
        Assert.Equal(["0", "0", "2", "2", "3", "3", "3", "3", "4"],
            text.Split('\n').Where(line => line.StartsWith("lowtide_read_seconds_bucket{", StringComparison.Ordinal)).Select(line => line.Split(' ')[1]));
        Assert.Contains("lowtide_read_seconds_bucket{le=\"+Inf\"} 4\nlowtide_read_seconds_sum 0.25\nlowtide_read_seconds_count 4\n", text);
    }

    /// <summary>The grammar of https://prometheus.io/docs/instrumenting/exposition_formats/, and nothing of a program's that would leave it.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Every_line_is_of_the_format(bool openMetrics)
    {
        var lines = Exposition.Text(State, Now, openMetrics).Split('\n')[..^1];
        Assert.Equal(openMetrics ? 1 : 0, lines.Count(line => line == "# EOF"));
        const string label = @"[a-z_]+=""(?:[^""\\\n]|\\[\\""n])*""";
        Assert.All(lines, line => Assert.Matches(
            $@"^(# (HELP|TYPE) lowtide_[a-z0-9_]+ .+|# EOF|lowtide_[a-z0-9_]+(\{{{label}(,{label})*\}})? -?[0-9.E+-]+)$", line));
        Assert.Contains(lines, line => line.Contains(@"program=""uw\""s\\gi??""", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.Any(char.IsControl));
    }

    [Fact]
    public void Of_two_hundred_families_each_process_is_there()
    {
        var families = Enumerable.Range(0, 200).Select(number => Host.Families[0] with
        {
            Label = $"uwsgi-{number}",
            Processes = [.. Enumerable.Range(0, 50).Select(slot => new WatchedProcess($"{slot}", 1, 1, new MemoryUse(1, 2, 3, 4, 5), Now))],
        }).ToList();
        var state = State with { Host = Host with { Families = families } };
        var lines = Exposition.Text(state, Now, openMetrics: false).Split('\n');
        var ofProcess = MetricTable.All.Count(metric => metric.Name.StartsWith("lowtide_process_", StringComparison.Ordinal));
        Assert.Equal(200 * 50 * ofProcess, lines.Count(line => line.StartsWith("lowtide_process_", StringComparison.Ordinal)));
    }

    /// <summary>One of which nothing is ever told would be there in the docs alone.</summary>
    [Fact]
    public void Where_all_is_known_every_metric_has_a_point() =>
        Assert.Empty(MetricTable.All.Where(metric => !metric.Points(AllKnown, Now).Any()).Select(metric => metric.Name));

    /// <summary>What the type adds to a name would stand there twice.</summary>
    [Fact]
    public void No_name_has_what_its_type_adds() =>
        Assert.All(MetricTable.All, metric => Assert.DoesNotMatch("_(total|info|bucket)$", metric.Name));

    /// <summary>docs/metrics.md is made of the table.</summary>
    [Fact]
    public void The_page_names_every_metric()
    {
        var rows = MetricTable.All.Select(metric =>
            $"| `{metric.SeriesName}` | {metric.Type.ToString().ToLowerInvariant()} | {string.Join(", ", metric.Labels)} | {metric.Help} |\n");
        var page = $"""
            # Metrics
            What `/metrics` of `lowtide serve` tells Prometheus, in its text format or as OpenMetrics. Nothing is read for a scrape: it gives what the last
            looks found, and how old that is. What was never read has no series.

            `family` is a server's label, such as "uwsgi" or "uwsgi-2"; it stays through reloads and restarts. `slot` is "master", or a worker's place from 0
            on: who comes takes the lowest that is free. So there are as many series as processes ever served at once, however often they are respawned.
            Series of a server that ends end with it; of one that the kernel killed for memory the alert that says so stays for an hour.

            Where a server runs in a container, `lowtide_family_info` alone says in which. A pod that is made anew has another name: as a label of every series
            it would make all of them anew. A query joins it:

            ```
            lowtide_family_pss_bytes * on (instance, family) group_left (namespace, pod, container) lowtide_family_info
            ```

            `pod_uid` and `container_id` are read of the cgroup's path, `namespace`, `pod` and `container` come from the cluster ([install](install.md)). Empty
            is what is not known. Prometheus gives its targets labels of the same names: scrape it with `honor_labels: true`.

            | metric | type | labels | what it tells |
            |---|---|---|---|
            {string.Concat(rows)}
            """.Replace("\r", "");
        Assert.True(page == Golden.Text("docs/metrics.md", page), $"docs/metrics.md is not made of MetricTable. {Golden.Renew}");
    }
}
