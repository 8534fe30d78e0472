using System.CommandLine;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide</c> can be asked to do.</summary>
internal static class Verbs
{
    private static readonly Dictionary<string, Func<Command>> All = new()
    {
        ["ps"] = PsCommand.Build,
        ["record"] = RecordCommand.Build,
        ["explain"] = ExplainCommand.Build,
        ["faults"] = FaultsCommand.Build,
        ["compare"] = CompareCommand.Build,
        ["remedies"] = RemediesCommand.Build,
        ["run"] = RunCommand.Build,
        ["trial"] = TrialCommand.Build,
        ["trials"] = TrialsCommand.Build,
        ["report"] = ReportCommand.Build,
        ["load"] = LoadCommand.Build,
        ["serve"] = ServeCommand.Build,
        ["guard"] = GuardCommand.Build,
        ["doctor"] = DoctorCommand.Build,
    };

    public static IEnumerable<string> Names => All.Keys;

    /// <summary>Words that other programs take for what options are here: "help ps" is "ps --help".</summary>
    public static string[] Translate(string[] arguments) => arguments switch
    {
        // The first thing to type: the servers of this machine, and what is wrong with them.
        [] => ["explain"],
        [var option, ..] when option is "--json" or "--format" || option.StartsWith("--format=", StringComparison.Ordinal) => ["explain", .. arguments],
        ["help"] => ["--help"],
        // --help would forgive that there is no such verb.
        ["help", var verb] => All.ContainsKey(verb) ? [verb, "--help"] : [verb],
        ["version" or "-V"] => ["--version"],
        _ => arguments,
    };

    /// <summary>The verb that a call begins with; otherwise all, for help or for the message that there is no such verb.
    /// To build the options of all of them takes longer than many a call.</summary>
    public static IEnumerable<Command> For(string[] arguments) =>
        arguments is [var first, ..] && All.TryGetValue(first, out var build) ? [build()] : All.Values.Select(each => each());
}
