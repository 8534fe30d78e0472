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
            command,
        };
        verb.SetAction(parsed => Run(parsed.GetValue(remedies) ?? [], parsed.GetValue(command) ?? []));
        return verb;
    }

    /// <summary>
    /// Ends by becoming the command. Nothing before that may touch System.Console: it would change the
    /// terminal's settings, which the command inherits.
    /// </summary>
    private static int Run(string[] ids, string[] parsedWords)
    {
        var command = TargetCommand.AfterDashes("run", RawProcess.Arguments(), parsedWords);
        var caller = Caller.From(RawProcess.Environment());
        var remedies = ChosenRemedies.Find(ids);
        ChosenRemedies.MustApply(remedies, caller.Environment, command);
        var environment = LaunchEnvironment.With(caller.Environment, remedies, KitFolder.Unpacked);
        TargetExec.Become(caller, command, environment, remedies.Any(remedy => remedy.Launch.MergePages));
        return Failure.Failed; // never reached: the line above becomes the command, or throws
    }
}
