using System.CommandLine;
using System.CommandLine.Completions;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide run --remedy ID ... -- COMMAND</c></summary>
internal static class RunCommand
{
    public static Command Build()
    {
        var remedies = new Option<string[]>("--remedy")
        {
            Description = "id of a remedy (see 'lowtide remedies'); repeatable",
            HelpName = "ID",
        };
        remedies.CompletionSources.Add(_ => RemedyCatalogue.All.Select(remedy => new CompletionItem(remedy.Id)));
        var watch = new Option<bool>("--watch-gc")
        {
            Description = "CPython: note who turns the collector on or off or starts it, for 'lowtide explain'; a cpython remedy does so anyway",
        };
        var cycles = DurationOption.BuildWithUnit(
            "--watch-cycles",
            "CPython, with the collector off: count unreachable cycles in a forked copy of one worker, for 'lowtide explain' to tell whether they"
                + " fill the memory before the next deploy, TIME after this one");
        var keeper = new Option<bool>("--keeper")
        {
            Description = "CPython: keep an idle copy of the master from before its first fork, so that 'lowtide explain' knows what workers inherited",
        };
        var ruby = new Option<bool>("--watch-ruby")
        {
            Description = "Ruby 3.1 and later: keep what GC.stat counts where 'lowtide explain' reads it; a ruby remedy does so anyway",
        };
        var experimental = new Option<bool>("--experimental") { Description = "allow remedies that are experiments" };
        var command = new Argument<string[]>("COMMAND")
        {
            Description = "the server and its arguments, after --",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var verb = new Command("run", """
            Start COMMAND with remedies on; Lowtide is gone once it runs.

            Example:
              lowtide run --remedy cpython.gc-threshold-0 -- uwsgi --ini app.ini
            """)
        {
            remedies,
            watch,
            cycles,
            keeper,
            ruby,
            experimental,
            command,
        };
        verb.SetAction(parsed => Run(
            () => ChosenRemedies.Find(parsed.GetValue(remedies) ?? [], parsed.GetValue(experimental)),
            parsed.GetValue(watch), parsed.GetValue(cycles), parsed.GetValue(keeper), parsed.GetValue(ruby), parsed.GetValue(command) ?? []));
        return verb;
    }

    /// <summary>
    /// Ends by becoming the command. Nothing before that may touch System.Console: it would change the
    /// terminal's settings, which the command inherits.
    /// </summary>
    private static int Run(Func<IReadOnlyList<IRemedy>> chosen, bool watch, TimeSpan? untilDeploy, bool keeper, bool ruby, string[] parsedWords)
    {
        var command = TargetCommand.AfterDashes("run", RawProcess.Arguments(), parsedWords);
        var caller = Caller.From(RawProcess.Environment());
        var remedies = chosen();
        ChosenRemedies.MustApply(remedies, caller.Environment, command);
        if (keeper && Keeper.Refusal(command.Text) is { } why)
            throw new Failure($"--keeper would have no effect: {why}");
        var environment = LaunchEnvironment.With(caller.Environment, remedies, KitFolder.Unpacked, PreloadFile.Of, watch, untilDeploy, keeper, ruby);
        if (remedies.Any(remedy => remedy.Launch.MergePages) && PageMerging.SwitchOn() == false)
            PlainError.Say(LaunchWords.NothingMergedYet);
        TargetExec.Become(caller, command, environment);
        return Failure.Failed; // never reached: the line above becomes the command, or throws
    }
}
