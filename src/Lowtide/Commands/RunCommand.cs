using System.CommandLine;
using Lowtide.Analysis.Remedies;

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
        var command = new Argument<string[]>("COMMAND") { Description = "the server and its arguments, after --" };
        var verb = new Command("run", "Start COMMAND with remedies on; Lowtide is gone once it runs.") { remedies, command };
        verb.SetAction(parsed => Run(parsed.GetValue(remedies) ?? [], parsed.GetValue(command) ?? []));
        return verb;
    }

    private static int Run(string[] remedies, string[] command)
    {
        foreach (var id in remedies)
            if (RemedyCatalogue.Find(id) is null)
                throw Failure.Wrong($"no remedy '{id}'; see 'lowtide remedies'");
        throw new Failure($"not yet: {string.Join(' ', command)}");
    }
}
