using System.Diagnostics;
using Lowtide.Tests.Live.Trials;
using Lowtide.Trials.Past;

namespace Lowtide.Tests.Live.Torture;

/// <summary>SIGKILL of a trial at any moment: no server and no load of it goes on, and every run that was kept can still be read.</summary>
public sealed class KilledTrialTests
{
    private const int Sample = 4, Whole = 200;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task No_server_is_left_and_no_run_is_lost()
    {
        var rack = new Rack("kill -9 of a trial", Sample, Whole);
        // Until when it is killed: learnt on the way, so that most are and some end before.
        var (length, runs, kills) = (4000.0, 0, 0);
        for (var number = 0; kills < rack.Times && number < 5 * rack.Times; number++)
        {
            using var trial = new TrialProcess();
            trial.Start(trial.Server(), "--pairs", "3", "--load", trial.Load(10));
            await Task.Delay(TimeSpan.FromMilliseconds(Rack.Numbers(number).NextDouble() * length), TestContext.Current.CancellationToken);
            var before = Lines(trial);
            trial.SignalIfThere("KILL");
            var ended = (await trial.EndAsync()).ExitCode;
            var killed = ended == 128 + 9;
            if (!killed && ended != 0)
                rack.Wrong($"ended by itself with {ended}", number);
            length = Math.Clamp(length * (killed ? 1.1 : 0.7), 500, 60_000);
            var began = Stopwatch.StartNew();
            while (trial.Left().Count > 0 && began.Elapsed < Patience)
                await Task.Delay(5, TestContext.Current.CancellationToken);
            if (killed)
            {
                kills++;
                rack.Tried(began.Elapsed);
            }
            foreach (var left in trial.Left())
                rack.Wrong($"left {left}", number);
            var after = Lines(trial);
            if (!before.SequenceEqual(after.Take(before.Count)))
                rack.Wrong("a line that was there before is not there", number);
            runs += Runs(after);
            if (Runs(after) == 0)
                continue;
            var past = PastTrials.In(trial.Kept);
            if (past.Unread is [var unread, ..])
                rack.Wrong($"cannot be read: {unread.Why}", number);
            else if (past.Trials[0].Facts.Blocks.Sum(block => block.Runs.Count) < Runs(after) / 2 * 2)
                rack.Wrong("fewer runs are read than lines are there", number);
        }
        rack.End($"{runs} runs kept");
    }

    private static int Runs(IEnumerable<string> lines) => lines.Count(line => line.StartsWith("{\"run\"", StringComparison.Ordinal));

    /// <summary>Whole ones: the last may be half written, and was not committed then.</summary>
    private static List<string> Lines(TrialProcess trial)
    {
        if (trial.Kept is not [var file])
            return [];
        var text = File.ReadAllText(file);
        return [.. text[..(text.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries)];
    }
}
