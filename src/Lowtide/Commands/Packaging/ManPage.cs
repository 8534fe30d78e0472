using System.CommandLine;
using System.Globalization;
using static Lowtide.Commands.Packaging.Roff;

namespace Lowtide.Commands.Packaging;

/// <summary>lowtide(1): what --help of every verb says, as one page with the sections of man-pages(7).</summary>
internal static class ManPage
{
    /// <param name="date">Of the page, which man(7) asks for: it stands in the footer.</param>
    public static string Text(RootCommand root, string date)
    {
        var page = new Roff();
        page.Macro("TH", "LOWTIDE", "1", date, $"Lowtide {ProgramVersion.Text}", "User Commands");
        page.Macro("SH", "NAME").Text($"lowtide - {char.ToLowerInvariant(root.Description![0])}{root.Description[1..].TrimEnd('.')}");
        page.Macro("SH", "SYNOPSIS").Line(Bold("lowtide"));
        foreach (var verb in root.Subcommands)
            page.Macro("br").Line(Usage(verb));
        Describe(page, root);
        page.Macro("SH", "VERBS");
        foreach (var verb in root.Subcommands)
            Describe(page, verb);
        page.Macro("SH", "OPTIONS").Text("Of no verb in particular:");
        foreach (var option in root.Options)
            Describe(page, OptionEntry.Of(option));
        ManPageEnd.Write(page, root);
        return page.ToString();
    }

    /// <summary>
    /// The day on which the page is printed, unless who makes a package says which is to stand there: SOURCE_DATE_EPOCH (reproducible-builds.org).
    /// </summary>
    public static string Date(Func<string, string?> variable, TimeProvider time)
    {
        var date = long.TryParse(variable("SOURCE_DATE_EPOCH"), NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            && seconds <= DateTimeOffset.MaxValue.ToUnixTimeSeconds() ? DateTimeOffset.FromUnixTimeSeconds(seconds) : time.GetUtcNow();
        return date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
    }

    private static void Describe(Roff page, RootCommand root)
    {
        page.Macro("SH", "DESCRIPTION").Text(
            "Lowtide reads a server's processes from outside, says what became of their memory and why they pause, names the remedies, and proves one by "
            + "starting the server with and without it under load. It never stops a process that runs, signals it or writes to it.");
        page.Macro("PP").Text(
            "TARGET is a pid, of the master or of any worker, or the whole name of one family of processes; with some verbs also a recording. "
            + "TIME is a number with a unit, such as 500ms, 30s, 5m, 2h or 2d. SIZE is a number of bytes, or one with K, M or G. "
            + "What could not be read stands at the end of each output, with what would give it.");
        page.Macro("PP").Text("Without a verb it looks at the servers of this machine, as 'lowtide explain' does. The verbs:");
        foreach (var verb in root.Subcommands)
            page.Entry(Bold(verb.Name), VerbText.Of(verb).Summary);
    }

    private static void Describe(Roff page, Command verb)
    {
        var text = VerbText.Of(verb);
        page.Macro("SS", $"lowtide {verb.Name}").Line(Usage(verb)).Macro("PP").Text(text.Summary);
        foreach (var paragraph in text.Paragraphs)
            page.Macro("PP").Text(paragraph);
        foreach (var argument in verb.Arguments)
            page.Entry(Italic(argument.Name), argument.Description!);
        foreach (var option in verb.Options)
            Describe(page, OptionEntry.Of(option));
    }

    private static void Describe(Roff page, OptionEntry option)
    {
        var value = option switch
        {
            { Value: null } => "",
            { MayLackValue: true } => $" [{Italic(option.Value)}]",
            _ => $" {Italic(option.Value)}",
        };
        page.Entry(
            string.Join(", ", option.Names.Select(Bold)) + value,
            option.Description + (option.Default is { } usual ? $" (default: {usual})" : ""));
    }

    private static string Usage(Command verb) =>
        $"{Bold($"lowtide {verb.Name}")}{Escaped(VerbText.Usage(verb)[verb.Name.Length..])}";
}
