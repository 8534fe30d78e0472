using System.Text.RegularExpressions;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>Which prefork server a family is, as far as its master's command line or title says so.</summary>
public static partial class ServerProgram
{
    public const string Uwsgi = "uwsgi", Gunicorn = "gunicorn", Celery = "celery", Puma = "puma", Unicorn = "unicorn";

    public const string ForkServer = "multiprocessing.forkserver";

    /// <returns>One of the names here; null for any other program.</returns>
    public static string? Of(FamilySnapshot family)
    {
        var process = family.Head.Process;
        return Path.GetFileName(process.Executable)?.StartsWith(Uwsgi, StringComparison.Ordinal) == true ? Uwsgi
            : process.CommandLine.Contains("from multiprocessing.forkserver import", StringComparison.Ordinal) ? ForkServer
            : OfCommand(process.CommandLine);
    }

    /// <summary>Of a command line alone, or of a title.</summary>
    public static string? OfCommand(string line) => First().Match(line) is { Success: true } match ? match.Groups["program"].Value : null;

    /// <summary>"/usr/bin/python3 -m celery -A app", "gunicorn app:app", and what setproctitle makes of both: 'gunicorn: master
    /// [app]', '[celeryd: celery@host:MainProcess]'. Puma calls itself 'puma 5.6.5 (tcp://...) [app]' (Puma::Runner), unicorn
    /// 'unicorn master -c ...'.</summary>
    [GeneratedRegex(
        @"^(\S*(python|ruby)[\d.]*\s+(-\S+\s+)*|'?\[?)?([^\s']*/)?(?<program>gunicorn|celery|uwsgi|puma|unicorn)(?=d?(_rails)?(\s|:|$))",
        RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex First();
}
