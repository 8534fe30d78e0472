using System.CommandLine;
using Lowtide.Capture.Families;
using Lowtide.Reports;
using Lowtide.Reports.Ps;

namespace Lowtide.Commands;

/// <summary><c>lowtide ps [TARGET]</c>: the first thing to type, so it must be quick and need no permission.</summary>
internal static class PsCommand
{
    public static Command Build()
    {
        var target = Targets.Argument("a pid, or the whole name of a family; all families without it", required: false);
        var json = new Option<bool>("--json") { Description = "the document lowtide/ps/1 on standard output; with --watch one a line" };
        var all = new Option<bool>("--all")
        {
            Description = "also shells, processes without workers and without a known runtime, and copies that the kit keeps",
        };
        var watch = new Option<string?>("--watch")
        {
            Description = "look again every 2 seconds, or as often as said, until Ctrl-C",
            Arity = ArgumentArity.ZeroOrOne,
            HelpName = "SECONDS",
        };
        var verb = new Command("ps", """
            Families of processes: runtime, allocator, memory, what is shared.

            Examples:
              lowtide ps
              lowtide ps uwsgi
              lowtide ps uwsgi --watch 5
              sudo lowtide ps 4711 --json
            """) { target, json, all, watch };
        verb.SetAction(parsed =>
        {
            var (name, everything, document) = (parsed.GetValue(target), parsed.GetValue(all), parsed.GetValue(json));
            if (parsed.GetResult(watch) is not null)
                return PsWatch.RunAsync(name, parsed.GetValue(watch), everything, document).GetAwaiter().GetResult();
            MustNotBeBoth(name, everything);
            var several = name is null ? [] : FamilyLookup.Named(name);
            // Nothing is left by a look that is not ended, so that Ctrl-C does what it does to any program.
            var look = name is null ? FamilyLooks.All(everything)
                : several.Count > 1 ? FamilyLooks.Of(several)
                : One(name);
            if (document)
                JsonDocuments.Write(PsDocument.Of(look), JsonDocuments.Default.PsDocument);
            else if (name is null || several.Count > 1)
                PsScreen.ShowAll(look);
            else
                PsScreen.ShowOne(look.Families[0], look.CouldNotRead);
            return 0;
        });
        return verb;
    }

    public static void MustNotBeBoth(string? name, bool all)
    {
        if (name is not null && all)
            throw Failure.Wrong($"--all goes without a TARGET: 'lowtide ps --all', or 'lowtide ps {name}'");
    }

    private static PsSnapshot One(string name)
    {
        var family = Targets.Live(name);
        return FamilyLooks.One(family) ?? throw Targets.Ended(family);
    }
}
