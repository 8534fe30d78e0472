using System.Text;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Trials.Storage;

/// <summary>A trial's file: all of the trial is in it, whatever became of its end.</summary>
public sealed class TrialFileTests : IDisposable
{
    private static readonly Host Host = new("6.1", "a CPU", 2, ["L3 Unified 32768K"], null, null, "0");

    private static readonly IReadOnlyList<MemoryPoint> Curve = [new(0.5, null, 2), new(1.5, 123, 3)];

    private static readonly SteadyMemory Steady = new(0.5, 1.5, 123, null, 0, IsSettled: false);

    private readonly TempFolder _folder = new();

    private string Path => _folder.File("trial.jsonl");

    [Fact]
    public async Task From_the_file_comes_what_the_trial_gave()
    {
        var plan = Plan() with { Margins = new Dictionary<string, double> { ["ready_seconds"] = 0.1 + 0.2 }, Alpha = 1 / 30.0 };
        var live = await RunAsync(plan, failing: 9);
        var kept = KeptTrial.Read(Path);
        Assert.Equal(Json(live), Json(TrialResult.Of(kept.Facts)));
        Assert.Equal("start 9 failed", Assert.Single(kept.Facts.Failed).Why);
        Assert.Equal(["b", "a"], kept.Facts.Plan.Arms.Select(arm => arm.Name));
        Assert.Equal("env:ARM=b", kept.Facts.Plan.Arms[0].ToString());
    }

    [Fact]
    public async Task Memory_over_time_and_what_it_came_to_are_kept()
    {
        await RunAsync(Plan(), steady: Steady);
        Assert.All(KeptTrial.Read(Path).Facts.Runs, run => Assert.Equal((Steady, 123), (run.Steady, run.PeakPssBytes)));
        Assert.All(KeptTrial.Read(Path).Facts.Runs, run => Assert.Equal(Curve, run.MemoryOverTime));
    }

    [Fact]
    public void It_is_running_as_long_as_somebody_writes_to_it()
    {
        using (TrialFile.Create(Path, Plan(), Host, TimeProvider.System))
            Assert.True(KeptTrial.Read(Path).IsRunning);
        Assert.False(KeptTrial.Read(Path).IsRunning);
    }

    /// <summary>Opened once, and never what only has its name. Before, a FIFO was waited for.</summary>
    [Theory]
    [InlineData("/dev/null")]
    [InlineData("/usr")]
    public void What_is_no_file_is_not_gone_on_with(string path) =>
        Assert.Equal($"{path} is no trial's file, but a folder, a device or a pipe", Assert.Throws<Failure>(() => TrialFile.Begun(path)).Message);

    [Fact]
    public async Task What_is_gone_on_with_is_held()
    {
        await RunAsync(Plan());
        using (TrialFile.Begun(Path))
        {
            Assert.True(KeptTrial.Read(Path).IsRunning);
            Assert.Equal($"{Path} is being written to: its trial still runs", Assert.Throws<Failure>(() => TrialFile.Begun(Path)).Message);
        }
        Assert.False(KeptTrial.Read(Path).IsRunning);
    }

    [Fact]
    public async Task Only_its_owner_may_read_it()
    {
        await RunAsync(Plan());
        Assert.Equal("600", Convert.ToString((int)new FileInfo(Path).UnixFileMode & 0x1FF, 8));
    }

    [Fact]
    public void Words_that_are_no_text_come_back_byte_for_byte()
    {
        var plan = Plan() with { Command = new TargetCommand(["serve"u8.ToArray(), [0xff, 0xfe]]) };
        using (TrialFile.Create(Path, plan, Host, TimeProvider.System))
        {
        }
        Assert.Equal([0xff, 0xfe], KeptTrial.Read(Path).Facts.Plan.Command.Words[1]);
    }

    /// <summary>At every byte of it a power cut may have ended the file: whole blocks count, and nothing else is believed.</summary>
    [Fact]
    public async Task A_torn_end_is_left_out()
    {
        await RunAsync(Plan());
        var bytes = File.ReadAllBytes(Path);
        var header = Array.IndexOf(bytes, (byte)'\n') + 1;
        for (var length = header; length < bytes.Length; length += 97)
        {
            File.WriteAllBytes(Path, bytes[..length]);
            var whole = bytes[header..length].Count(each => each == '\n');
            var kept = KeptTrial.Read(Path);
            Assert.Equal(whole / 3, kept.Facts.Blocks.Count);
            Assert.True(kept.Length <= length && bytes[kept.Length - 1] == '\n');
        }
    }

    /// <summary>What ran before the interruption is no partner of what runs after it.</summary>
    [Fact]
    public async Task A_half_block_is_begun_anew()
    {
        await RunAsync(Plan());
        var lines = File.ReadAllLines(Path);
        File.WriteAllText(Path, string.Join('\n', lines[..(1 + 3 + 2)]) + "\n{\"run\":{\"arm\":\"a\",\"pa");
        var begun = KeptTrial.Read(Path);
        Assert.Equal((1, true), (begun.Facts.Blocks.Count, begun.Facts.Course().GoesOn));

        var servers = Servers(factor: 2);
        using (var file = TrialFile.Begun(Path))
        {
            file.GoOn(file.Read(), TimeProvider.System);
            await new Trial(begun.Facts, servers, TimeProvider.System, file).RunAsync(default);
        }
        Assert.Equal(1, servers.Starts[0].Pair);
        Assert.Equal(3 * 7, servers.Starts.Count);
        var whole = KeptTrial.Read(Path);
        Assert.False(whole.Facts.Course().GoesOn);
        Assert.All(whole.Facts.Blocks.Skip(1), block => Assert.Equal(200.0 * MadeTrials.MiB, block.Baseline.Metrics["pss_bytes"]));
        Assert.Equal(100.0 * MadeTrials.MiB, whole.Facts.Blocks[0].Baseline.Metrics["pss_bytes"]);
    }

    [Theory]
    [InlineData("\"run\":{", "\"ran\":{", "line 2 is damaged")]
    [InlineData("\"pair\":2", "\"pair\":3", "does not belong here")]
    [InlineData("\"arm\":\"a\"", "\"arm\":\"c\"", "a run of c in pair 1 does not belong here")]
    [InlineData("\"remedies\":[]", "\"remedies\":[\"no.such\"]", "knows no remedy 'no.such'")]
    [InlineData("\"primary\":\"pss_bytes\"", "\"primary\":\"rss\"", "knows no metric 'rss'")]
    [InlineData("\"alpha\":0.05", "\"alpha\":2", "makes no sense: --alpha takes a share")]
    [InlineData("\"pairs\":8,\"most_pairs\":20", "\"pairs\":null,\"most_pairs\":6", "2 arms is possible under 7 pairs")]
    [InlineData("\"slow_seconds\":null", "\"slow_seconds\":0", "makes no sense: --slow takes")]
    [InlineData("\"stop_grace_seconds\":60", "\"stop_grace_seconds\":1e300", "makes no sense: a timeout")]
    [InlineData("\"name\":\"b\"", "\"name\":\"a\"", "makes no sense: two arms are named a")]
    [InlineData("\"most_pairs\":20,", "", "line 1 is damaged")]
    [InlineData("\"rules\":2", "\"rules\":\"x\"", "line 1 is damaged")]
    [InlineData("lowtide/trial-file/1", "lowtide/trial-file/2", "or of a newer Lowtide")]
    [InlineData("{\"schema\"", "{\"no\"", "is no trial's file")]
    public async Task A_damaged_one_is_named_on_one_line(string text, string other, string why)
    {
        await RunAsync(Plan());
        var before = File.ReadAllText(Path);
        Assert.Contains(text, before);
        File.WriteAllText(Path, before.Replace(text, other));
        var failure = Assert.Throws<Failure>(() => KeptTrial.Read(Path));
        Assert.Contains(why, failure.Message);
        Assert.Contains(Path, failure.Message);
        Assert.DoesNotContain('\n', failure.Message);
    }

    /// <summary>The wall clock is set back a day in the midst of a trial: spans are measured by another clock, and nothing else is.</summary>
    [Fact]
    public async Task A_step_of_the_wall_clock_changes_nothing()
    {
        var clock = new SteppedClock();
        var servers = new MadeUpServers((arm, _, start) =>
        {
            clock.Pass(TimeSpan.FromSeconds(10), wallStep: start == 7 ? TimeSpan.FromDays(-1) : TimeSpan.Zero);
            return MadeTrials.Run(arm, 100 * MadeTrials.MiB);
        });
        using var told = new StringWriter();
        TrialResult result;
        using (var file = TrialFile.Create(Path, Plan(), Host, clock))
            result = await new Trial(TrialFacts.None(Plan()), servers, clock, file, new TrialProgress(told.WriteLine, Plan(), clock)).RunAsync(default);
        Assert.All(result.Facts.Runs, run => Assert.Equal(10, run.Seconds));
        Assert.Contains("2 of 8: about 3 min to go", told.ToString()); // 6 blocks of 30 s
        Assert.Contains("  240 s  8/8 ", told.ToString());
        Assert.False(KeptTrial.Read(Path).Facts.Course().GoesOn);
    }

    [Fact]
    public void Of_a_trial_without_a_run_no_file_is_left()
    {
        using var file = TrialFile.Create(Path, Plan(), Host, TimeProvider.System);
        Assert.False(file.Close());
        Assert.False(File.Exists(Path));
    }

    public void Dispose() => _folder.Dispose();

    private static TrialPlan Plan() => MadeTrials.Plan(pairs: 8) with { Arms = [MadeTrials.Setting("b"), MadeTrials.Setting("a")] };

    private static MadeUpServers Servers(double factor = 1, int? failing = null, SteadyMemory? steady = null) => new((arm, _, start) => start == failing
        ? throw new Failure($"start {start} failed")
        : MadeTrials.Run(arm, factor * (arm.Name switch { "a" => 80, "b" => 100.1 + 0.1 * (start % 3), _ => 100 }) * MadeTrials.MiB, stop: 1 / 3.0,
            memory: Curve) with { Steady = steady });

    private async Task<TrialResult> RunAsync(TrialPlan plan, int? failing = null, SteadyMemory? steady = null)
    {
        using var file = TrialFile.Create(Path, plan, Host, TimeProvider.System);
        return await new Trial(TrialFacts.None(plan), Servers(failing: failing, steady: steady), TimeProvider.System, file).RunAsync(default);
    }

    private static string Json(TrialResult result)
    {
        using var text = new MemoryStream();
        JsonDocuments.Write(text, TrialDocument.Of(result, null), JsonDocuments.Default.TrialDocument);
        return Encoding.UTF8.GetString(text.ToArray());
    }

    private sealed class SteppedClock : TimeProvider
    {
        private long _ticks;
        private TimeSpan _stepped;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _ticks;

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + TimeSpan.FromTicks(_ticks) + _stepped;

        public void Pass(TimeSpan span, TimeSpan wallStep)
        {
            _ticks += span.Ticks;
            _stepped += wallStep;
        }
    }
}
