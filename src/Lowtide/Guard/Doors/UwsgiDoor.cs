using System.Text.RegularExpressions;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// uWSGI: SIGHUP to a worker. It ends the request that it is in, and its master starts another in its place (gracefully_kill, core/uwsgi.c; uwsgi 2.0.21). With
/// --async it would end at once; without a master nobody would come.
/// </summary>
internal sealed partial class UwsgiDoor : IDoor
{
    public string Server => "uwsgi";

    public string Way => "SIGHUP to the worker";

    public int Signal => Signals.Hangup;

    public bool IsOf(ServerFacts facts) => Path.GetFileName(facts.Executable)?.StartsWith("uwsgi", StringComparison.Ordinal) == true;

    /// <summary>Every option may be a variable, too (uwsgi_configure, core/uwsgi.c: UWSGI_ and its name).</summary>
    public IReadOnlyList<string> Variables { get; } =
        [.. Async.Concat(Files).Concat(Others).Concat([Threads, LazyApps, Lazy, ThunderLock, Master]).Select(VariableOf)];

    private const string Threads = "threads", LazyApps = "lazy-apps", Lazy = "lazy", ThunderLock = "thunder-lock", Master = "master";

    private static string VariableOf(string option) => $"UWSGI_{option.ToUpperInvariant().Replace('-', '_')}";

    private static readonly string[] Async = ["async", "gevent", "greenlet", "ugreen", "asyncio", "coroae", "loop", "stackless", "fiber"];

    private static readonly string[] Files = ["ini", "yaml", "yml", "json", "js", "xml"], Others = ["include", "inherit"];

    /// <summary>Of options that take one the next word, or what follows "="; and a word that ends as one.</summary>
    public IEnumerable<string> Settings(IReadOnlyList<string> words)
    {
        for (var at = 1; at < words.Count; at++)
        {
            var (word, equals) = (words[at], words[at].IndexOf('='));
            var name = word.StartsWith("--", StringComparison.Ordinal) ? word[2..(equals < 0 ? word.Length : equals)] : "";
            if (Files.Contains(name))
                yield return WithoutSection(equals >= 0 ? word[(equals + 1)..] : at + 1 < words.Count ? words[++at] : "");
            else if (!word.StartsWith('-') && Files.Contains(Path.GetExtension(WithoutSection(word)).TrimStart('.')))
                yield return WithoutSection(word);
        }
    }

    /// <summary>"app.ini:section".</summary>
    private static string WithoutSection(string path) => path.LastIndexOf(':') is > 0 and var colon ? path[..colon] : path;

    public string? Closed(ServerFacts facts, DoorOptions options)
    {
        if (IsTitle(facts.Words))
            return "a title stands over its command line (auto-procname, or another procname option), which may have put it into async mode: "
                + "without that option it can be read";
        if (facts.Variables is null)
            return "its environment may not be read, which may put it into async mode";
        if (facts.Settings is null)
            return $"its settings in {facts.Unread} cannot be read, which may put it into async mode";
        var named = facts.Variables.Keys.FirstOrDefault(name => Files.Concat(Others).Any(file => name == VariableOf(file)));
        if (named is not null)
            return $"{named} names its settings, which may put it into async mode";
        if (Others.Any(name => IsTold(facts, name)) || Files.Any(name => facts.Settings.Any(Told(name).IsMatch)))
            return "its settings include others, which may put it into async mode";
        var async = Async.FirstOrDefault(name => IsTold(facts, name) || facts.Mapped.Any(file => file.StartsWith($"{name}_plugin", StringComparison.Ordinal)));
        if (async is not null)
            return $"it runs in async mode ({async}), in which a worker that is asked ends in the middle of its requests";
        // The handler joins the other threads while its own may hold Python's lock, which they wait for (gracefully_kill).
        if (facts.Threads > 1 && IsTold(facts, Threads))
            return "its workers have threads: one that is asked while it serves may stand still for ever (uwsgi 2.0.21)";
        if (Loads(facts) && facts.Newer is { } newer)
            return Changed(newer);
        // Without one its first process forks the others, serves as they do, and starts nobody anew.
        return facts.IsAlone || !(IsTold(facts, Master) || facts.Words.Contains("-M")) || IsRefused(facts)
            ? "it has no master that would start another worker" : null;
    }

    /// <summary>It is one word, and its spaces are its own; environment and options are gone with it (uwsgi_set_processname, core/utils.c).</summary>
    private static bool IsTitle(IReadOnlyList<string> words) =>
        words.Count == 0 || words[0].Any(char.IsWhiteSpace) || (words.Count == 1 && !Path.GetFileName(words[0]).StartsWith("uwsgi", StringComparison.Ordinal));

    /// <summary>"master = false", wherever that stands (uwsgi_opt_true, core/uwsgi.c).</summary>
    private static bool IsRefused(ServerFacts facts) => (facts.Settings ?? [])
        .Concat([facts.Line, $"{Master}={facts.Variables?.GetValueOrDefault(VariableOf(Master))}"]).Any(text => Refused().IsMatch(text));

    [GeneratedRegex("""(^|[\s"<]|--)master"?\s*[=:>]\s*"?(false|off|no|0)\b""",
        RegexOptions.IgnoreCase | RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Refused();

    private static bool Loads(ServerFacts facts) => IsTold(facts, LazyApps) || IsTold(facts, Lazy);

    /// <summary>Of a file that has changed since its workers were started.</summary>
    internal static string Changed(string file) =>
        $"{file} has changed since its workers were started, and each loads the program anew: reload the server first, or a fresh one runs other code";

    /// <summary>As an option, and as a key of each kind of file: "--async 4", "async = 4", "async: 4", "\"async\": 4", "&lt;async&gt;4", "&lt;async/&gt;".
    /// </summary>
    private static Regex Told(string name) =>
        new($"""(^|[\s"<]|--){name}("?\s*[=:>]|\s*/>|\s+\d|\s*$)""", RegexOptions.Multiline | RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    private const int Polls = 250;

    /// <summary>
    /// With thunder-lock a worker that waits for requests holds a lock that all share, and keeps it until it is dead, while nobody serves; one that waits for
    /// that lock holds nothing. So it is asked just as it begins to wait for it. An idle server lets no worker wait in turn: there the end hurts nobody.
    /// </summary>
    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        var waited = hands.WaitsIn();
        var polls = IsTold(facts, ThunderLock) ? Polls : 0;
        for (var poll = 0; poll < polls; poll++)
        {
            await hands.PauseAsync(cancellation);
            var waits = hands.WaitsIn();
            if (waits == BlockedCall.Futex && waited != BlockedCall.Futex)
                break;
            waited = waits;
        }
        hands.SignalWorker(Signal);
    }

    private static bool IsTold(ServerFacts facts, string name) => facts.Variables?.ContainsKey(VariableOf(name)) == true || facts.Words.Contains($"--{name}")
        || (facts.Settings ?? []).Select(WithoutComments).Append(facts.Line).Any(text => Told(name).IsMatch(text));

    private static string WithoutComments(string settings) =>
        string.Join('\n', settings.Split('\n').Where(line => line.TrimStart() is not ['#' or ';', ..]));
}
