using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// uWSGI: SIGHUP to a worker. It ends the request that it is in, and its master starts another in its place (gracefully_kill, core/uwsgi.c; uwsgi 2.0.21). With
/// --async it would end at once; without a master nobody would come.
/// </summary>
internal sealed class UwsgiDoor : IDoor
{
    public string Server => "uwsgi";

    public string Way => "SIGHUP to the worker";

    public int Signal => Signals.Hangup;

    public bool IsOf(ServerFacts facts) => Path.GetFileName(facts.Executable)?.StartsWith("uwsgi", StringComparison.Ordinal) == true;

    public IReadOnlyList<string> Variables { get; } = [.. UwsgiSettings.VariablesOf([.. Async, .. Gone, Threads, LazyApps, Lazy, ThunderLock])];

    private const string Threads = "threads", LazyApps = "lazy-apps", Lazy = "lazy", ThunderLock = "thunder-lock";

    /// <summary>Each takes the place of the loop in which a worker ends its requests first.</summary>
    private static readonly string[] Async =
        ["async", "gevent", "greenlet", "ugreen", "asyncio", "coroae", "loop", "stackless", "fiber", "tornado", "goroutines"];

    /// <summary>It went to another folder.</summary>
    private static readonly string[] Gone = ["chdir", "chdir2", "chroot"];

    public IEnumerable<string> Settings(IReadOnlyList<string> words, IReadOnlyDictionary<string, string>? variables) =>
        UwsgiSettings.FilesOf(words, variables).Select(file => file.Path);

    public string? Closed(ServerFacts facts, DoorOptions options)
    {
        if (IsTitle(facts.Words))
            return "a title stands over its command line (auto-procname, or another procname option), which may have put it into async mode: "
                + "without that option it can be read";
        if (facts.Variables is null)
            return "its environment may not be read, which may put it into async mode";
        if (facts.Settings is null)
            return $"its settings in {facts.Unread} cannot be read, or may be another file's, and may put it into async mode (a whole path names one file)";
        if (facts.ChangedSettings is { } changed)
            return $"{changed} has changed since its workers were started, and what they were told is not known any more: reload the server first";
        var settings = new UwsgiSettings(facts);
        if (facts.GuessedSettings is { } guessed && Gone.Any(settings.Is))
            return $"its settings in {guessed} may be another file's, for it went to another folder since, and may put it into async mode "
                + "(a whole path names one file)";
        if (settings.HasOthers)
            return "its settings include others, which may put it into async mode: only what its command line or its environment names is read";
        if (Async.FirstOrDefault(name => settings.Is(name) || facts.Mapped.Any(file => IsPlugin(file, name))) is { } async)
            return $"it runs in async mode ({async}), in which a worker that is asked ends in the middle of its requests";
        // The handler joins the other threads while its own may hold Python's lock, which they wait for (gracefully_kill).
        if (facts.Threads > 1 && settings.Values(Threads).Any(value => value != "1"))
            return "its workers have threads: one that is asked while it serves may stand still for ever (uwsgi 2.0.21)";
        if ((settings.Is(LazyApps) || settings.Is(Lazy)) && facts.Newer is { } newer)
            return Changed(newer);
        if (facts.IsAlone)
            return "it has no master that would start another worker";
        // Without one its first process forks the others, serves as they do, and starts nobody anew.
        return settings.HasMaster ? null : "no master was asked for (master = true), which would start another worker";
    }

    /// <summary>"gevent_plugin.so", and Debian's "gevent_python3_plugin.so".</summary>
    private static bool IsPlugin(string file, string name) =>
        file.StartsWith($"{name}_", StringComparison.Ordinal) && file.EndsWith("_plugin.so", StringComparison.Ordinal);

    /// <summary>It is one word, and its spaces are its own; environment and options are gone with it (uwsgi_set_processname, core/utils.c).</summary>
    private static bool IsTitle(IReadOnlyList<string> words) =>
        words.Count == 0 || words[0].Any(char.IsWhiteSpace) || (words.Count == 1 && !Path.GetFileName(words[0]).StartsWith("uwsgi", StringComparison.Ordinal));

    /// <summary>Of a file of code that has changed since its workers were started.</summary>
    internal static string Changed(string file) =>
        $"{file} has changed since its workers were started, and each loads the program anew: reload the server first, or a fresh one runs other code";

    private const int Polls = 250;

    /// <summary>
    /// With thunder-lock a worker that waits for requests holds a lock that all share, and keeps it until it is dead, while nobody serves; one that waits for
    /// that lock holds nothing. So it is asked just as it begins to wait for it. An idle server lets no worker wait in turn: there the end hurts nobody.
    /// </summary>
    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        var waited = hands.WaitsIn();
        var polls = new UwsgiSettings(facts).Is(ThunderLock) ? Polls : 0;
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
}
