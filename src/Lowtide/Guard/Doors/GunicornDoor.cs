using System.Text.RegularExpressions;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// gunicorn: SIGTERM to a worker. It ends what it has begun (handle_exit, workers/base.py; gunicorn 20.1), and the arbiter starts another.
/// </summary>
internal sealed partial class GunicornDoor : IDoor
{
    public string Server => ServerProgram.Gunicorn;

    public string Way => "SIGTERM to the worker";

    public int Signal => Signals.Terminate;

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Gunicorn;

    public string? Closed(ServerFacts facts, DoorOptions options) => facts.IsAlone ? "it has no arbiter that would start another worker"
        : !IsPreloaded(facts) && facts.Newer is { } newer ? UwsgiDoor.Changed(newer) : null;

    public IReadOnlyList<string> Variables { get; } = [Arguments];

    private const string Arguments = "GUNICORN_CMD_ARGS";

    /// <summary>Else each worker loads the program, and one that cannot ends the whole server (reap_workers, arbiter.py).</summary>
    private static bool IsPreloaded(ServerFacts facts) => facts.Words.Contains("--preload")
        || facts.Variables?.GetValueOrDefault(Arguments)?.Contains("--preload", StringComparison.Ordinal) == true
        || (facts.ChangedSettings is null && (facts.Settings ?? []).Any(text => Preloads().IsMatch(text)));

    /// <summary>Those that are named. Of one that it takes by itself nothing is known: then its workers may load the program.</summary>
    public IEnumerable<string> Settings(IReadOnlyList<string> words, IReadOnlyDictionary<string, string>? variables)
    {
        for (var at = 0; at + 1 < words.Count; at++)
            if (words[at] is "-c" or "--config")
                yield return words[at + 1];
    }

    [GeneratedRegex(@"^\s*preload_app\s*=\s*True\b", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Preloads();
}
