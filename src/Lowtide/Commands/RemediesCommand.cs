using System.CommandLine;
using System.CommandLine.Completions;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.Families;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary><c>lowtide remedies [ID|TARGET] [--as FORM]</c></summary>
internal static class RemediesCommand
{
    public static Command Build()
    {
        var subject = Targets.Argument(
            "a remedy's id, or a pid or name to see which remedies apply to it", required: false, "ID|TARGET");
        subject.CompletionSources.Add(_ => RemedyCatalogue.All.Select(remedy => new CompletionItem(remedy.Id)));
        var form = new Option<string?>("--as")
        {
            Description = "print the lines that make remedy ID permanent without Lowtide",
            HelpName = string.Join('|', PermanentForms.Names),
        };
        form.CompletionSources.Add([.. PermanentForms.Names]);
        var language = new Option<string?>("--language")
        {
            Description = "with --as, for a remedy that acts in several: the language that the server is written in",
            HelpName = "python|ruby",
        };
        language.CompletionSources.Add("python", "ruby");
        var experimental = new Option<bool>("--experimental") { Description = "allow --as for a remedy that is an experiment" };
        var json = new Option<bool>("--json") { Description = "the document lowtide/remedies/1 on standard output" };
        var verb = new Command("remedies", """
            The remedies, which of them apply, how to make one permanent.

            Examples:
              lowtide remedies
              lowtide remedies uwsgi
              lowtide remedies cpython.gc-freeze --as systemd
            """) { subject, form, language, experimental, json };
        verb.SetAction(parsed =>
        {
            if (parsed.GetValue(form) is { } name)
                ShowLines(parsed.GetValue(subject), name, parsed.GetValue(language), parsed.GetValue(experimental), parsed.GetValue(json));
            else if (parsed.GetValue(language) is not null)
                throw Failure.Wrong("--language goes with --as: it says which of a remedy's files to print");
            else
                Show(parsed.GetValue(subject), parsed.GetValue(json));
            return 0;
        });
        return verb;
    }

    private static void ShowLines(string? subject, string form, string? language, bool experimental, bool json)
    {
        if (json)
            throw Failure.Wrong("--as prints the lines of a file and --json a document: take one of them");
        if (subject is null)
            throw Failure.Wrong("--as needs a remedy's id, as in 'lowtide remedies cpython.gc-freeze --as systemd'");
        var remedy = RemedyCatalogue.Find(subject)
            ?? throw Failure.Wrong($"--as makes one remedy permanent, and '{Screen.Plain(subject)}' is none: 'lowtide remedies' lists their ids, "
                + $"'lowtide remedies {Screen.Plain(subject)}' which of them apply to a process");
        if (!PermanentForms.Names.Contains(form))
            throw Failure.Wrong($"--as takes {string.Join(", ", PermanentForms.NamesFor(remedy.Permanent))} for {remedy.Id}, not '{Screen.Plain(form)}'");
        if (!PermanentForms.NamesFor(remedy.Permanent).Contains(form))
            throw Failure.Wrong(
                $"{remedy.Id} {Unfit(remedy, form)}: "
                    + $"--as takes {string.Join(", ", PermanentForms.NamesFor(remedy.Permanent))} for it");
        ChosenRemedies.MustBeAsked(remedy, experimental);
        if (form == PermanentForms.OfUwsgi && remedy.RefusalAtLaunch(new Dictionary<string, string>(), ["uwsgi"]) is { } refused)
            throw new Failure($"{remedy.Id} would have no effect under uWSGI: {refused}");
        // A whole file is one of its lines.
        foreach (var line in PermanentForms.Lines(Permanent(remedy, language), form).SelectMany(lines => lines.Split('\n')))
            Screen.Verbatim(line);
    }

    private static string Unfit(IRemedy remedy, string form) =>
        form == PermanentForms.OfUwsgi ? "is read before uWSGI has read its ini file, so it belongs where uWSGI is started"
        : form is ServerProgram.Gunicorn or ServerProgram.Celery ? $"has no hook of {form}'s"
        : remedy is DotNetRemedy ? "is read from the environment only"
        : "is no setting of .NET";

    /// <summary>A server is written in one language: another's file beside its own would only have to be explained.</summary>
    private static PermanentChange Permanent(IRemedy remedy, string? language) => (remedy.KeptIn, language) switch
    {
        ({ Count: > 1 } several, null) =>
            throw Failure.Wrong($"{remedy.Id} is kept by another file in each language: say --language {string.Join('|', several)}"),
        (_, null) => remedy.Permanent,
        (var several, _) when several.Contains(language) => remedy.PermanentIn(language),
        ({ Count: 0 }, _) => throw Failure.Wrong($"{remedy.Id} is the same in every language: leave --language out"),
        (var several, _) => throw Failure.Wrong($"{remedy.Id} does not act in '{language}': --language takes {string.Join('|', several)} for it"),
    };

    private static void Show(string? subject, bool json)
    {
        var named = subject is null ? null : RemedyCatalogue.Find(subject);
        var look = subject is null || named is not null ? null : LookAt(subject);
        var server = look is null ? null : Diagnosis.Of(look);
        var remedies = named is null ? RemedyCatalogue.All : [named];
        if (json)
            JsonDocuments.Write(RemediesDocument.Of(remedies, server), JsonDocuments.Default.RemediesDocument);
        else
            RemediesScreen.Show(remedies, server);
    }

    private static Recording LookAt(string target)
    {
        try
        {
            return Targets.Look(FamilyLookup.Find(target), new CaptureOptions(Census: true), CancellationToken.None);
        }
        catch (NoSuchTargetException missing) when (!int.TryParse(target, out _))
        {
            var ids = RemedyCatalogue.All.Select(remedy => remedy.Id).ToList();
            if ((ids.Find(id => id.EndsWith($".{target}", StringComparison.Ordinal)) ?? NearName.Of(target, ids)) is { } near)
                throw Failure.Wrong($"no remedy '{Screen.Plain(target)}': 'lowtide remedies {near}'?");
            if (Targets.NearServer(missing, target) is { } server)
                throw new Failure(server);
            // A mistyped id looks like a name: say both.
            var words = $"no remedy '{Screen.Plain(target)}' ('lowtide remedies' lists them)";
            throw RemedyCatalogue.IsMeantBy(target) ? Failure.Wrong(words) : new Failure($"{words}, and {missing.Message}");
        }
        catch (NoSuchTargetException missing)
        {
            throw new Failure(missing.Message);
        }
    }
}
