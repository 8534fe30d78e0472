using System.CommandLine;
using Lowtide.Launch;

namespace Lowtide.Commands;

/// <summary><c>lowtide run --remedy ID ... -- COMMAND</c></summary>
internal static class RunCommand
{
    public static Command Build()
    {
        var remedies = new Option<string[]>("--remedy")
        {
            Description = "id of a remedy (see 'lowtide remedies'); repeatable",
        };
        var watch = new Option<bool>("--watch-gc")
        {
            Description = "CPython: note who turns the collector on or off or starts it, for 'lowtide explain'; a cpython remedy does so anyway",
        };
        var cycles = new Option<string?>("--watch-cycles")
        {
            Description = "CPython, with the collector off: count unreachable cycles in one worker, in a forked copy of it,"
                + " and tell in 'lowtide explain' whether they fill the memory before the next deploy, this long after the last",
            HelpName = "TIME",
        };
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
            command,
        };
        verb.SetAction(parsed => Run(parsed.GetValue(remedies) ?? [], parsed.GetValue(watch), parsed.GetValue(cycles), parsed.GetValue(command) ?? []));
        return verb;
    }

    /// <summary>
    /// Ends by becoming the command. Nothing before that may touch System.Console: it would change the
    /// terminal's settings, which the command inherits.
    /// </summary>
    private static int Run(string[] ids, bool watch, string? deployInterval, string[] parsedWords)
    {
        var command = TargetCommand.AfterDashes("run", RawProcess.Arguments(), parsedWords);
        var caller = Caller.From(RawProcess.Environment());
        var remedies = ChosenRemedies.Find(ids);
        TimeSpan? untilDeploy = deployInterval is null ? null : DurationText.Parse(deployInterval);
        ChosenRemedies.MustApply(remedies, caller.Environment, command);
        var environment = LaunchEnvironment.With(caller.Environment, remedies, KitFolder.Unpacked, watch, untilDeploy);
        TargetExec.Become(caller, command, environment, remedies.Any(remedy => remedy.Launch.MergePages));
        return Failure.Failed; // never reached: the line above becomes the command, or throws
    }
}
