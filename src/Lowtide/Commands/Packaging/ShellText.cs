namespace Lowtide.Commands.Packaging;

/// <summary>What the scripts of all shells hold.</summary>
internal static class ShellText
{
    /// <summary>
    /// The kernel's names of what runs, which are a TARGET; what has no memory is a kernel thread, and none. Anybody may give a process any name, so one
    /// like "$(...)" is never offered: it would be run by what a shell expands, such as bash's compgen -W, or by who accepts it unread.
    /// </summary>
    public const string Processes =
        @"ps -e -o vsz=,comm= 2>/dev/null | LC_ALL=C sed -nE 's/^ *[1-9][0-9]* ([[:alnum:]_][[:alnum:]_.+-]*)$/\1/p' | LC_ALL=C sort -u";

    public static string Head(string shell) =>
        $"# The words of lowtide {ProgramVersion.Text} for {shell}, written by 'lowtide --completions {shell}': write it anew, do not change it.";

    /// <summary>For a list beside the words: the description up to where it goes into detail.</summary>
    public static string Brief(string description) => description.Split("; ")[0];
}
