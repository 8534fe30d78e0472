using System.CommandLine;
using Lowtide;
using Lowtide.Capture.Sources;
using Lowtide.Commands;
using Lowtide.Launch;
using Lowtide.Writing;

StandardStream.BecomeTheConsoles();
args = Verbs.Translate(args);
var root = CommandTree.For(args);

// An argument like @file belongs to the command that is started, and stays what it is.
var parsed = root.Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
if (parsed.Errors.Count > 0)
{
    ErrorLine.Write(WrongCall.Message(parsed));
    return Failure.WrongCall;
}

// Those two start what their caller typed; a trial's servers are its user's, and what 'run' becomes reads nothing.
if (parsed.CommandResult.Command.Name is not ("run" or "trial"))
{
    OneProgram.Stay();
    ReadWatch.Begin(StuckRead.End);
}

try
{
    var status = parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
    StuckRead.SayWhoIsWaitedFor();
    return status;
}
catch (ReaderGoneException gone)
{
    return gone.ExitCode;
}
catch (Failure failure)
{
    ErrorLine.Write(failure.Message);
    if (parsed.GetValue(CommandTree.Verbose))
        Console.Error.WriteLine(failure.StackTrace);
    return failure.ExitCode;
}
catch (Exception bug) when (!parsed.GetValue(CommandTree.Verbose))
{
    ErrorLine.Write($"a bug in Lowtide: {bug.Message.ReplaceLineEndings(" ")} (--verbose shows where; please report it)");
    return Failure.Failed;
}
