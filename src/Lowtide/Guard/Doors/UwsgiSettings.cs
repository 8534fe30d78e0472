using System.Text.RegularExpressions;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>What a uWSGI server was told: by its command line, its environment, and the files that these name (uwsgi 2.0.21).</summary>
internal sealed partial class UwsgiSettings
{
    private const string Usual = "uwsgi", Master = "master";

    /// <summary>Options that name another file of settings, and the ends by which a word of the command line is one.</summary>
    private static readonly string[] FileOptions = ["ini", "ini-paste", "ini-paste-logged", "yaml", "yml", "json", "js", "xml", "xmlconfig"],
        ShortOptions = ["x", "y", "j"], Ends = [".ini", ".yaml", ".yml", ".json", ".js", ".xml"];

    /// <summary>Places of settings that are not read here.</summary>
    private static readonly string[] Elsewhere = ["include", "inherit", "config", "sqlite", "sqlite3", "ldap"];

    /// <summary>Every option may be a variable, too: UWSGI_ and its name, in small letters as well (uwsgi_setup, core/uwsgi.c).</summary>
    public static IEnumerable<string> VariablesOf(IEnumerable<string> options) =>
        options.Concat(FileOptions).Concat(Elsewhere).Append(Master).SelectMany(VariablesOf);

    private static IEnumerable<string> VariablesOf(string option)
    {
        var name = option.Replace('-', '_');
        return [$"UWSGI_{name.ToUpperInvariant()}", $"UWSGI_{name}"];
    }

    private readonly ServerFacts _facts;
    private readonly IReadOnlyList<string> _texts;

    public UwsgiSettings(ServerFacts facts)
    {
        _facts = facts;
        _texts = [.. FilesOf(facts.Words, facts.Variables).Zip(facts.Settings ?? [], (file, text) => Taken(text, file.Section))];
    }

    /// <summary>Whether more is told elsewhere: by a file within a file, or in what is no file.</summary>
    public bool HasOthers => Elsewhere.Any(Is) || FileOptions.Any(option => _texts.Any(Key(option).IsMatch));

    public bool Is(string option) => Values(option).Any();

    /// <summary>What an option was told to be, wherever; "" where it stands alone.</summary>
    public IEnumerable<string> Values(string option) => OfVariables(option).Concat(OfWords(option))
        .Concat(_texts.SelectMany(text => Key(option).Matches(text)).Select(match => match.Groups["value"].Value));

    /// <summary>Whether it surely has a master: that is asked for on no condition, and taken back nowhere.</summary>
    public bool HasMaster =>
        (_facts.Words.Contains("-M") || OfVariables(Master).Concat(OfWords(Master)).Any() || _texts.Any(text => MasterKey().IsMatch(Unconditional(text))))
        && !Values(Master).Any(value => NotTrue().IsMatch(value));

    private IEnumerable<string> OfVariables(string option) =>
        VariablesOf(option).Select(name => _facts.Variables?.GetValueOrDefault(name)).OfType<string>();

    /// <summary>"--async 4", "--async=4", "--set async=4", "-Sasync=4".</summary>
    private IEnumerable<string> OfWords(string option)
    {
        foreach (var (at, word) in _facts.Words.Index())
            if (word == $"--{option}")
                yield return at + 1 < _facts.Words.Count && !_facts.Words[at + 1].StartsWith('-') ? _facts.Words[at + 1] : "";
            else if (new[] { $"--{option}=", $"--set={option}=", $"-S{option}=", $"{option}=" }.FirstOrDefault(start =>
                word.StartsWith(start, StringComparison.Ordinal)) is { } found)
                yield return word[found.Length..];
    }

    /// <summary>By variables, which are taken first; by options that name one the next word, or what follows them; and a word that ends as one.</summary>
    public static IEnumerable<(string Path, string Section)> FilesOf(IReadOnlyList<string> words, IReadOnlyDictionary<string, string>? variables)
    {
        foreach (var named in FileOptions.SelectMany(VariablesOf).Select(name => variables?.GetValueOrDefault(name)).OfType<string>())
            yield return Split(named);
        for (var at = 1; at < words.Count; at++)
        {
            var (word, equals) = (words[at], words[at].IndexOf('='));
            if (IsFileOption(equals < 0 ? word : word[..equals]))
                yield return Split(equals >= 0 ? word[(equals + 1)..] : at + 1 < words.Count ? words[++at] : "");
            // "-xapp.xml"
            else if (word is ['-', not '-', _, ..] && ShortOptions.Contains(word[1..2]))
                yield return Split(word[2..]);
            else if (!word.StartsWith('-') && Ends.Contains(Path.GetExtension(Split(word).Path)))
                yield return Split(word);
        }
    }

    private static bool IsFileOption(string word) =>
        word is ['-', '-', .. var name] ? FileOptions.Contains(name) : word is ['-', ..] && ShortOptions.Contains(word[1..]);

    /// <summary>"app.ini:section".</summary>
    private static (string Path, string Section) Split(string named) =>
        named.LastIndexOf(':') is > 0 and var colon ? (named[..colon], named[(colon + 1)..]) : (named, Usual);

    /// <summary>What uWSGI takes of a file: no comment, and of an ini file one section (uwsgi_ini_config, core/ini.c).</summary>
    private static string Taken(string text, string section)
    {
        if (text.TrimStart().StartsWith('<'))
            return XmlComment.Replace(text, "");
        var lines = text.Split('\n').Select(line => line.Trim()).Where(line => line is not ("" or ['#' or ';', ..])).ToList();
        if (lines is not [['[', ..], ..] && !lines.Contains($"[{section}]"))
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

    /// <summary>As a key of each kind of file: "async = 4", "set = async=4", "'async': 4", "{async: 4}", "&lt;async&gt;4", "&lt;async/&gt;".</summary>
    private static Regex Key(string option) => new(
        $$"""(^\s*|["'<{,=]\s*){{option}}(["']?\s*[=:>]\s*["']?(?<value>[^\s"'<,}]*)|\s*/>)|^\s*{{option}}\s*$""",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    /// <summary>As <see cref="Key"/>, of which "env = BRANCH=master" is none.</summary>
    [GeneratedRegex("""(^\s*|["'<{,]\s*)master(["']?\s*[=:>]|\s*/>|\s*$)""",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MasterKey();

    /// <summary>"master = false" (uwsgi_opt_true, core/uwsgi.c), and what is known when the server starts: "master = $(M)".</summary>
    [GeneratedRegex(@"^((false|off|no|0)$|[$%@]\()", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex NotTrue();

    /// <summary>What follows "if-env = PROD" counts on some machines.</summary>
    private static string Unconditional(string text) => Condition().Match(text) is { Success: true } found ? text[..found.Index] : text;

    [GeneratedRegex(@"(?<![\w./-])if(-[a-z]|env|exists|file|dir|reload|opt|hostname)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Condition();
}
