using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Trials;

namespace Lowtide.Tests.Live.Studies;

/// <summary>studies/berkopec-sidekiq: real jobs on real databases, which are gone afterwards however it ends.</summary>
public sealed class SidekiqTests : IDisposable
{
    private static readonly string Study = Path.Combine(Built.Root, "studies", "berkopec-sidekiq");

    private readonly TrialProcess _trial = new();

    /// <summary>A server that nobody prepared for it: arenas, what is free in them, and what each remedy would save.</summary>
    [Fact]
    public void Explain_tells_the_arenas_of_a_live_sidekiq()
    {
        SkipWithoutIts();
        var ran = _trial.Run([Path.Combine(Study, "look"), "--jobs", "12", "--json", "--lowtide", Built.Lowtide]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var arenas = root.GetProperty("family").GetProperty("allocator").GetProperty("arenas").EnumerateArray().ToList();
        // glibc gives each thread an arena of its own until there are 8 a CPU; a job runs on each of 25 threads at most.
        Assert.InRange(arenas.Count, 4, 8 * Environment.ProcessorCount);
        Assert.Single(arenas, arena => arena.GetProperty("main").GetBoolean());
        Assert.All(arenas, arena => Assert.InRange(arena.GetProperty("free_bytes").GetInt64(), 0, arena.GetProperty("system_bytes").GetInt64()));
        // Fragmentation: what is freed and kept, of which a trim gives most back and something nothing does; and what each remedy would save of it.
        var kept = root.Finding("malloc.free-kept");
        var (back, stays) = (Bytes(kept, "trimmable_bytes"), Bytes(kept, "untrimmable_bytes"));
        Assert.Equal(kept.GetProperty("bytes").GetInt64(), back + stays);
        Assert.True(back > 4 << 20 && stays > 1 << 20, $"{back} and {stays}");
        Assert.Equal((-back, back), Predicted(kept, "malloc.trim-idle"));
        var threads = root.Finding("malloc.thread-arenas");
        Assert.Equal((0, threads.GetProperty("bytes").GetInt64()), Predicted(threads, "malloc.arena-max-2"));
        Assert.InRange(threads.GetProperty("bytes").GetInt64(), 1 << 20, back + stays);
        Assert.Empty(_trial.Left());

        static long Bytes(JsonElement finding, string name) =>
            finding.Evidence(name).GetProperty("value").GetInt64();

        static (long Low, long High) Predicted(JsonElement finding, string id)
        {
            var saving = finding.GetProperty("remedies").EnumerateArray().Single(remedy => remedy.GetProperty("id").GetString() == id)
                .GetProperty("predicted_saving_bytes");
            return (saving.GetProperty("low").GetInt64(), saving.GetProperty("high").GetInt64());
        }
    }

    /// <summary>The kit beside 25 threads and their jobs: GC.stat is kept, and what malloc keeps is given back.</summary>
    [Fact, Trait("Scope", "Full")]
    public void The_kit_serves_a_live_sidekiq()
    {
        SkipWithoutIts();
        var ran = _trial.Run(
        [
            "env", $"RUBYLIB={Path.Combine(Built.Root, "kits", "ruby", "start")}", "LOWTIDE_REMEDIES=malloc.trim-idle", "LOWTIDE_TRIM_IDLE_MIB=2",
            Path.Combine(Study, "look"), "--jobs", "12", "--json", "--lowtide", Built.Lowtide,
        ]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var stat = Assert.Single(root.GetProperty("family").GetProperty("ruby").EnumerateArray()).GetProperty("gc_stat").EnumerateArray()
            .ToDictionary(count => count.GetProperty("name").GetString()!, count => count.GetProperty("value").GetInt64());
        Assert.True(stat["major_gc_count"] > 0);
        Assert.InRange(stat["heap_live_slots"], 50_000, 10_000_000);
        var trim = Assert.Single(root.GetProperty("in_effect").EnumerateArray(), remedy => remedy.GetProperty("id").GetString() == "malloc.trim-idle");
        Assert.True(trim.GetProperty("took_effect").GetBoolean());
        Assert.Empty(_trial.Left());
    }

    [Fact]
    public async Task The_databases_end_with_a_study_that_is_killed()
    {
        SkipWithoutIts();
        using var study = Start(out var folder);
        study.Kill();
        await TrialProcess.UntilAsync(() => !Directory.Exists(folder) && Using(folder).Count == 0, $"{folder} is gone");
    }

    /// <summary>Nobody is left then to remove it.</summary>
    [Fact]
    public async Task What_a_killed_guard_left_goes_with_the_next_study()
    {
        SkipWithoutIts();
        using var study = Start(out var folder);
        using (var guard = Process.GetProcessById(Parent(Assert.Single(Using(folder), pid => Said(pid, "cmdline").StartsWith("redis-server")))))
            guard.Kill();
        await study.WaitForExitAsync(TestContext.Current.CancellationToken);
        await TrialProcess.UntilAsync(() => Using(folder).Count == 0, "its databases have ended");
        Assert.True(Directory.Exists(folder));
        Assert.Equal(0, Ran.Command([Path.Combine(Study, "services"), "true"]).ExitCode);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public async Task A_database_that_dies_in_the_middle_is_named()
    {
        SkipWithoutIts();
        using var study = Start(out var folder);
        using (var redis = Process.GetProcessById(Assert.Single(Using(folder), pid => Said(pid, "cmdline").StartsWith("redis-server"))))
            redis.Kill();
        var error = await study.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await study.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal((1, "services: redis-server ended by SIGKILL in the middle\n"), (study.ExitCode, error));
        await TrialProcess.UntilAsync(() => !Directory.Exists(folder) && Using(folder).Count == 0, $"{folder} is gone");
    }

    /// <summary>As a shell leaves jobs behind: one in a session of its own, one stopped, one that has to be asked and leaves a child behind in turn.</summary>
    [Fact]
    public void What_the_command_leaves_behind_ends_after_it()
    {
        SkipWithoutIts();
        using var folder = new TempFolder();
        var asked = folder.File("asked");
        var ran = _trial.Run(
        [
            Path.Combine(Study, "services"), "bash", "-c", """
                exec 2> /dev/null
                setsid sleep 120 > /dev/null &
                sleep 120 > /dev/null & kill -STOP $!
                coproc { trap 'echo asked > "$0"; exit' TERM; echo; sleep 120 & wait; }
                read -u "${COPROC[0]}"
                exit 3
                """, asked,
        ]);
        Assert.Equal((3, ""), (ran.ExitCode, ran.Error));
        Assert.Equal("asked\n", File.ReadAllText(asked));
        Assert.Empty(_trial.Left());
    }

    /// <summary>One start of each: what memory comes to is the same on any machine, times are not.</summary>
    [Fact, Trait("Scope", "Full")]
    public void One_table_tells_what_each_remedy_brings()
    {
        SkipWithoutIts();
        var ran = _trial.Run([Path.Combine(Study, "remedies"), "--pairs", "1", "--jobs", "20", "--lowtide", Built.Lowtide]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Matches(@"(?m)^\| baseline \| \d+ MiB ", ran.Output);
        Assert.Matches(@"(?m)^\| arena-1 \| -\d", ran.Output);
        Assert.All(["arena-2", "arena-4", "jemalloc", "tcmalloc", "mimalloc"], arm => Assert.Matches($@"(?m)^\| {arm} \| [+-]\d", ran.Output));
        // Heroku's 1.73 / 0.86 and 0.9 / 1.15; 0.87 / 0.86 and 1.03 / 1.15.
        Assert.Matches(@"(?m)^\| baseline \| [^|]+ \| 2\.01 \| [^|]+ \| 0\.78 \|$", ran.Output);
        Assert.Matches(@"(?m)^\| arena-2 \| [^|]+ \| 1\.01 \| [^|]+ \| 0\.90 \|$", ran.Output);
        Assert.Empty(_trial.Left());
    }

    public void Dispose() => _trial.Dispose();

    private static void SkipWithoutIts()
    {
        var missing = Ran.Command(["sh", "-c", $"ruby -e 'require \"{Study}/parts/installed\"; puts Installed.missing' 2>&1"]);
        Assert.SkipUnless(missing is { ExitCode: 0, Output: "" }, $"eng/install-packages sidekiq: {missing.Output.Trim()}");
    }

    /// <summary>The databases, with a command that waits.</summary>
    /// <param name="folder">Where they keep what they write.</param>
    private static Process Start(out string folder)
    {
        var study = Process.Start(new ProcessStartInfo(
            Path.Combine(Study, "services"), ["sh", "-c", "echo \"$REDIS_URL\"; exec tail -f /dev/null"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var socket = study.StandardOutput.ReadLine()!["unix://".Length..];
        folder = Path.GetDirectoryName(socket)!;
        Assert.True(Directory.Exists(folder));
        Assert.NotEmpty(Using(folder));
        return study;
    }

    /// <summary>Pids of processes that name the folder.</summary>
    private static IReadOnlyList<int> Using(string folder) =>
    [
        .. Directory.GetDirectories("/proc").Select(Path.GetFileName).Where(name => char.IsDigit(name![0])).Select(name => int.Parse(name!))
            .Where(pid => Said(pid, "cmdline").Contains(folder)),
    ];

    private static int Parent(int pid) => int.Parse(Said(pid, "stat").Split(") ")[^1].Split(' ')[1]);

    private static string Said(int pid, string file)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/{file}");
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
