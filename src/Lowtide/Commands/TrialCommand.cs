using System.CommandLine;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Reports;
using Lowtide.Trials;

namespace Lowtide.Commands;

/// <summary><c>lowtide trial --remedy ID --ready URL --load CMD -- COMMAND</c>: the proof.</summary>
internal static class TrialCommand
{
    public static Command Build()
    {
        var verb = new Command("trial", """
            Start COMMAND with and without a remedy under load, and decide.

            Example:
              lowtide trial --remedy cpython.gc-threshold-0 \
                --ready http://127.0.0.1:8000/ --load 'hey -n 20000 -c 8 -o csv {url}' \
                -- uwsgi --ini app.ini
            """);
        TrialOptions.AddTo(verb);
        verb.SetAction(RunAsync);
        return verb;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellation)
    {
        var requirements = Requirement.ParseAll(parsed.GetValue(TrialOptions.Require));
        var plan = TrialOptions.Plan(parsed);
        var caller = Caller.From(RawProcess.Environment());
        ChosenRemedies.MustApply(ChosenRemedies.Find(plan.Remedies), caller.Environment, plan.Command);
        using var claim = PortClaim.Take(plan.Ready.Port);
        var folder = TrialFolder.Create();
        var result = await RunAsync(plan, folder, parsed.GetValue(TrialOptions.Progress) || !Console.IsErrorRedirected, cancellation);
        Report(result, folder, parsed.GetValue(TrialOptions.Json));
        if (requirements.FirstOrDefault(requirement => !requirement.HoldsIn(result)) is { } broken)
            throw new Failure($"required {broken}, but {broken.Metric} came out {broken.Actual(result)}");
        return 0;
    }

    private static async Task<TrialResult> RunAsync(
        TrialPlan plan, TrialFolder folder, bool progress, CancellationToken cancellation)
    {
        var runner = new ServerRunner(plan, folder.Location, HostFiles.Read(ProgramVersion.Text), TimeProvider.System);
        var watcher = new TrialProgress(progress ? Console.Error : null, plan, TimeProvider.System);
        var trial = new Trial(plan, runner, folder, watcher);
        try
        {
            return await trial.RunAsync(cancellation);
        }
        catch (Failure failure)
        {
            throw new Failure(folder.Told(failure.Message), failure.ExitCode);
        }
        catch (OperationCanceledException)
        {
            throw new Failure(
                folder.Told($"interrupted after {trial.PairsDone} of {trial.PairsWanted} pairs; nothing it started is left"),
                Failure.Interrupted);
        }
    }

    private static void Report(TrialResult result, TrialFolder folder, bool json)
    {
        try
        {
            if (json)
                JsonDocuments.Write(TrialDocument.Of(result), JsonDocuments.Default.TrialDocument);
            else
                TrialScreen.Show(result, Screen.Out);
        }
        catch (Failure full)
        {
            throw new Failure(folder.Told(full.Message));
        }
        if (result.IsClean)
            folder.Remove();
        else
            Console.Error.WriteLine($"lowtide: not every run went well: logs are in {folder.Location}");
    }
}
