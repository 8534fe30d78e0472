using System.CommandLine;
using static Lowtide.Commands.Packaging.Roff;

namespace Lowtide.Commands.Packaging;

/// <summary>The sections of the man page that are of the whole program.</summary>
internal static class ManPageEnd
{
    private static readonly (string Status, string Meaning)[] Statuses =
    [
        ("0", "It did what was asked."),
        (Failure.Failed.ToString(), "A failure, such as no such process, a file that is damaged, or a permission that is missing."),
        (Failure.WrongCall.ToString(), "A wrong call: a word, a number or a file that cannot be meant, told before anything is done."),
        ("128+N", "Ended by signal N, as by Ctrl-C (130). What a signal only ends early, such as a recording, is whole and ends with 0."),
    ];

    /// <summary>TrialShelf, CacheFolder and unpack.c look there.</summary>
    private static readonly (string Path, string Meaning)[] Files =
    [
        ("~/.local/state/lowtide/trials", "Trials that were given no file; under XDG_STATE_HOME where that is set."),
        ("~/.cache/lowtide", "What runs inside of servers that 'lowtide run' and 'lowtide trial' start, and the program itself where it came as one file; "
            + "under XDG_CACHE_HOME where that is set, in /var/cache/lowtide for root, and in /tmp/lowtide-UID where neither can be used."),
        ("NAME-PID.lowtide", "A recording, in the current folder unless --output names another place."),
    ];

    private static readonly (string Page, string Section)[] Others =
        [("proc", "5"), ("ps", "1"), ("pmap", "1"), ("perf", "1"), ("malloc", "3"), ("mallopt", "3")];

    public static void Write(Roff page, RootCommand root)
    {
        page.Macro("SH", "EXIT STATUS");
        foreach (var (status, meaning) in Statuses)
            page.Entry(Bold(status), meaning);
        page.Macro("PP").Text("A failure and a wrong call say in one line on standard error what, why and how to mend it. "
            + "What 'lowtide run' starts takes its place, and so ends with its own status.");
        page.Macro("SH", "FILES");
        foreach (var (path, meaning) in Files)
            page.Entry(Italic(path), meaning);
        page.Macro("SH", "EXAMPLES").Text("By verb; --help of each shows its own.");
        foreach (var text in root.Subcommands.Select(VerbText.Of))
            page.Macro("PP").Text(text.Summary).Example(text.Examples);
        page.Macro("SH", "SEE ALSO");
        page.Line(string.Join(", ", Others.Select(other => $"{Bold(other.Page)}({other.Section})")));
    }
}
