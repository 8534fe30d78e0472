using System.Text.RegularExpressions;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>What a uWSGI server was told: by its command line, its environment, and the files that these name (uwsgi 2.0.21).</summary>
internal sealed partial class UwsgiSettings
{
    /// <summary>Options that name another file of settings, and the ends by which a word of the command line is one.</summary>
    private static readonly string[] FileOptions = ["ini", "ini-paste", "ini-paste-logged", "yaml", "yml", "json", "js", "xml", "xmlconfig", "x", "y", "j"],
        Ends = [".ini", ".yaml", ".yml", ".json", ".js", ".xml"];

    /// <summary>Places of settings that are not read here.</summary>
    private static readonly string[] Elsewhere = ["include", "inherit", "sqlite", "sqlite3", "ldap"];

    /// <summary>Every option may be a variable, too: UWSGI_ and its name, in small letters as well (uwsgi_setup, core/uwsgi.c).</summary>
    public static IEnumerable<string> VariablesOf(IEnumerable<string> options) =>
        options.Concat(FileOptions).Concat(Elsewhere).Append(Master).SelectMany(VariablesOf);

    private static IEnumerable<string> VariablesOf(string option)
    {
        var name = option.Replace('-', '_');
        return [$"UWSGI_{name.ToUpperInvariant()}", $"UWSGI_{name}"];
    }

    private const string Master = "master";

    private readonly ServerFacts _facts;
    private readonly IReadOnlyList<string> _texts;

    public UwsgiSettings(ServerFacts facts)
    {
        _facts = facts;
        _texts = [.. FilesOf(facts.Words).Zip(facts.Settings ?? [], (file, text) => Taken(text, file.Section))];
    }

    /// <summary>A variable that names settings; null where none does.</summary>
    public string? FileOfVariable => FileOptions.Concat(Elsewhere).SelectMany(VariablesOf).FirstOrDefault(name => Variable(name) is not null);

    /// <summary>Whether more is told elsewhere: by a file within a file, or in what is no file.</summary>
    public bool HasOthers => Elsewhere.Any(Is) || FileOptions.Where(name => name.Length > 1).Any(name => _texts.Any(Told(name).IsMatch));

    public bool Is(string option) => VariablesOf(option).Any(name => Variable(name) is not null) || _facts.Words.Contains($"--{option}")
        || _texts.Append(_facts.Line).Any(Told(option).IsMatch);

    /// <summary>Whether it surely has a master: that is asked for, and taken back nowhere.</summary>
    public bool HasMaster
    {
        get
        {
            var variables = VariablesOf(Master).Select(Variable).OfType<string>().Select(value => $"{Master}={value}").ToList();
            var isAsked = variables.Count > 0 || _facts.Words.Any(word => word is "-M" or "--master" || word.StartsWith("--master=", StringComparison.Ordinal))
                || _texts.Any(text => MasterKey().IsMatch(text) && !Condition().IsMatch(text));
            return isAsked && !_texts.Concat(variables).Append(_facts.Line).Any(NoMaster().IsMatch);
        }
    }

    private string? Variable(string name) => _facts.Variables?.GetValueOrDefault(name);

    /// <summary>Of options that name one the next word, or what follows them; and a word that ends as one.</summary>
    public static IEnumerable<(string Path, string Section)> FilesOf(IReadOnlyList<string> words)
    {
        for (var at = 1; at < words.Count; at++)
        {
            var (word, equals) = (words[at], words[at].IndexOf('='));
            if (FileOptions.Contains(equals < 0 ? Name(word) : Name(word[..equals])))
                yield return Split(equals >= 0 ? word[(equals + 1)..] : at + 1 < words.Count ? words[++at] : "");
            // "-xapp.xml"
            else if (word is ['-', 'x' or 'y' or 'j', not '-', ..])
                yield return Split(word[2..]);
            else if (!word.StartsWith('-') && Ends.Contains(Path.GetExtension(Split(word).Path)))
                yield return Split(word);
        }
    }

    /// <summary>Of an option, long or short; of any other word nothing.</summary>
    private static string Name(string word) => word is ['-', '-', _, _, ..] ? word[2..] : word is ['-', not '-'] ? word[1..] : "";

    /// <summary>"app.ini:section".</summary>
    private static (string Path, string Section) Split(string named) =>
        named.LastIndexOf(':') is > 0 and var colon ? (named[..colon], named[(colon + 1)..]) : (named, "uwsgi");

    /// <summary>What uWSGI takes of a file: no comment, and of an ini file one section (uwsgi_ini_config, core/ini.c).</summary>
    private static string Taken(string text, string section)
    {
        if (text.TrimStart().StartsWith('<'))
            return XmlComment.Replace(text, "");
        var lines = text.Split('\n').Select(line => line.Trim()).Where(line => line is not ("" or ['#' or ';', ..])).ToList();
        if (!lines.Contains($"[{section}]"))
            return string.Join('\n', lines);
        var (within, taken) = ("", new List<string>());
        foreach (var line in lines)
            if (line is ['[', .. var name, ']'])
                within = name;
            else if (within == section)
                taken.Add(line);
        return string.Join('\n', taken);
    }

    private static readonly Regex XmlComment = new("<!--.*?-->", RegexOptions.Singleline | RegexOptions.NonBacktracking);

    /// <summary>As an option, and as a key of each kind of file: "--async 4", "set=async=4", "async = 4", "'async': 4", "{async: 4}", "&lt;async&gt;4",
    /// "&lt;async/&gt;".</summary>
    private static Regex Told(string name) =>
        new($"""(?<![\w./-])(--)?{name}(["']?\s*[=:>]|\s*/>|\s+\d|\s*$)""", RegexOptions.Multiline | RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    /// <summary>As <see cref="Told"/>, and as a key alone: "branch = master" asks for none.</summary>
    [GeneratedRegex("""(^\s*|["'<{,]\s*)master(["']?\s*[=:>]|\s*/>|\s*$)""",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MasterKey();

    /// <summary>"master = false", wherever that stands (uwsgi_opt_true, core/uwsgi.c), and what is known when the server starts: "master = $(M)".</summary>
    [GeneratedRegex("""(?<![\w./-])(--)?master["']?\s*[=:>]\s*["']?((false|off|no|0)\b|[$%@]\()""",
        RegexOptions.IgnoreCase | RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex NoMaster();

    /// <summary>"if-env = PROD": what follows counts on some machines.</summary>
    [GeneratedRegex(@"(?<![\w./-])if(-[a-z]|env|exists|file|dir|reload|opt|hostname)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Condition();
}
