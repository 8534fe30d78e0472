using System.CommandLine;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Results;
using Lowtide.Trials.Runs;
using Lowtide.Trials.Storage;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide trial --remedy ID --ready URL --load CMD -- COMMAND</c>: the proof.</summary>
internal static class TrialCommand
{
    public static Command Build()
    {
        var verb = new Command("trial", """
            Start COMMAND with and without a remedy under load, and decide.

            Examples:
              lowtide trial --remedy cpython.gc-freeze \
                --ready http://127.0.0.1:8000/ --load 'hey -n 20000 -c 8 -o csv {url}' \
                -- uwsgi --ini app.ini
              lowtide trial --arm gc=cpython.gc-freeze \
                --arm two=malloc.arena-max-2,env:WORKERS=2 ... -- ./serve
              lowtide trial --remedy cpython.gc-freeze-master \
                --ready-command 'celery -A app inspect ping' --load ./jobs.py \
                -- celery -A app worker
              lowtide trial --resume ~/.local/state/lowtide/trials/NAME.jsonl
            """);
        TrialOptions.AddTo(verb);
        verb.SetAction(parsed => RunAsync(parsed).GetAwaiter().GetResult());
        return verb;
    }

    private static async Task<int> RunAsync(ParseResult parsed)
    {
        var time = TimeProvider.System;
        var host = HostFiles.Read(ProgramVersion.Text);
        if (parsed.GetValue(TrialOptions.Resume) is not null)
            TrialCall.MustOnlyResume(parsed);
        using var held = parsed.GetValue(TrialOptions.Resume) is { } path ? TrialFile.Begun(path) : null;
        var begun = held is null ? null : TrialResume.Begun(held, host);
        var facts = begun?.Facts ?? TrialFacts.None(TrialCall.Plan(parsed));
        var format = TrialOptions.Shown.Of(parsed);
        var requirements = Requirement.ParseAll(parsed.GetValue(TrialOptions.Require), facts.Plan);
        TrialOutput.MustRequire(format, requirements);
        foreach (var arm in facts.Plan.Arms)
            ArmLaunch.MustApply(arm, RawProcess.Environment(), facts.Plan.Command);
        if (begun is null && !parsed.GetValue(TrialOptions.Anyway))
            ArmLaunch.MustHaveMemory(facts.Plan.Arms, RawProcess.Environment(), facts.Plan.Command, host);
        using var claim = ServerClaim.Take(facts.Plan.Ready);
        Orphans.ComeHere();
        if (begun is null && parsed.GetValue(TrialOptions.Output) is { } output)
            TrialFile.MustBeNew(output); // before a rate is searched for
        using var folder = TrialFolder.Create();
        var progress = parsed.GetValue(TrialOptions.Progress) || !Console.IsErrorRedirected ? Console.Error : null;
        var runner = new ServerRunner(facts.Plan, folder.Location, host, time);
        if (facts.Plan.NeedsRate)
            facts = facts with { Plan = facts.Plan with { Rate = await FindRateAsync(runner, folder, progress) } };
        using var file = held ?? TrialFile.Create(parsed.GetValue(TrialOptions.Output), facts.Plan, host, time);
        if (begun is not null)
            file.GoOn(begun, time);
        var result = await WatchedAsync(facts, host, runner, file, folder, progress, time);
        Report(result, requirements, file.Path, folder, format, parsed.GetValue(TrialOptions.Details), parsed.GetValue(TrialOptions.WorkerLimit));
        return TrialOutput.Status(result, requirements);
    }

    private static async Task<double> FindRateAsync(ServerRunner runner, TrialFolder folder, TextWriter? progress)
    {
        using var stop = new StopRequest();
        progress?.WriteLine("finding a rate that the server holds, on a start of the baseline that does not count");
        try
        {
            var rate = await runner.FindRateAsync(stop.Token);
            progress?.WriteLine($"{rate:0} requests a second, for every arm");
            return rate;
        }
        catch (Failure failure)
        {
            throw new Failure(folder.Told(failure.Message), failure.ExitCode);
        }
        catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
        {
            throw new Failure(folder.Told("interrupted while a rate was searched for; nothing it started is left"), stop.ExitCode);
        }
    }

    /// <summary>On a terminal as it goes, otherwise line by line.</summary>
    private static async Task<TrialResult> WatchedAsync(
        TrialFacts facts, Host host, ServerRunner runner, TrialFile file, TrialFolder folder, TextWriter? progress, TimeProvider time)
    {
        var before = facts.Blocks.Count;
        var least = Holm.LeastPairs(facts.Plan.Arms.Count, facts.Plan.Alpha);
        if (facts.Plan.Pairs < least)
            Console.Error.WriteLine($"note: --pairs {facts.Plan.Pairs} can claim nothing, whatever they show: {least} are the least");
        if (host.KsmdOn == false && facts.Plan.Arms.Any(arm => arm.MergesPages))
            Console.Error.WriteLine($"note: kernel.merge-pages can do nothing: ksmd is off; {MergePages.HowToStart}");
        if (!Terminal.IsError)
            return await RunAsync(
                new Trial(facts, runner, time, file, new TrialProgress(progress is null ? null : progress.WriteLine, facts.Plan, time, before)), file, folder);
        using var live = new TrialLive(LiveBlock.OfError(), facts, time);
        runner.Observer = live;
        var lines = new TrialProgress(live.Say, facts.Plan, time, before) { TellsTimeLeft = false };
        return await RunAsync(new Trial(facts, runner, time, file, lines, live), file, folder, live.Interrupt);
    }

    private static async Task<TrialResult> RunAsync(Trial trial, TrialFile file, TrialFolder folder, Action? interrupted = null)
    {
        using var stop = new StopRequest();
        await using var telling = stop.Token.Register(() => interrupted?.Invoke());
        try
        {
            var result = await trial.RunAsync(stop.Token);
            // A signal that came as the last run ended is not lost: who pressed Ctrl-C waits for an end, not for a result.
            stop.Dispose();
            stop.Token.ThrowIfCancellationRequested();
            return result;
        }
        catch (Failure failure)
        {
            throw new Failure(folder.Told(failure.Message + Kept(trial, file)), failure.ExitCode);
        }
        catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
        {
            throw new Failure(
                folder.Told($"interrupted after {trial.PairsDone} of {trial.PairsWanted} pairs; nothing it started is left"
                    + Kept(trial, file)),
                stop.ExitCode);
        }
    }

    private static string Kept(Trial trial, TrialFile file) =>
        !file.Close() ? ""
        : trial.PairsDone > 0 ? $"; go on with 'lowtide trial --resume {file.Path}', in this folder and with the same environment"
        : $"; what ran so far is in {file.Path}";

    private static void Report(
        TrialResult result, IReadOnlyList<Requirement> requirements, string file, TrialFolder folder, string format, bool details, long? workerLimit)
    {
        try
        {
            TrialOutput.Write(
                format, result, requirements, file, Environment.CurrentDirectory,
                () => TrialReport.Of(result, file, details, workerLimit),
                () => JsonDocuments.Write(TrialDocument.Of(result, file, workerLimit), JsonDocuments.Default.TrialDocument));
        }
        catch (Failure full)
        {
            throw new Failure(folder.Told($"{full.Message}; the trial is kept in {file}"));
        }
        if (result.IsClean)
            folder.Remove();
        else
            Console.Error.WriteLine($"lowtide: not every run went well: logs are in {folder.Location}");
    }
}
