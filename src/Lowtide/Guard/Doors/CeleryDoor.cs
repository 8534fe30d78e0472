using System.Text.RegularExpressions;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// Celery's prefork pool, by its own commands: pool_grow 1, and once the new child is there pool_shrink 1. A signal to a child would break its job. Which child
/// goes is Celery's choice: the oldest that has no job (Pool.shrink, billiard 4.1; Celery 5.2). So the one that is meant goes when its turn comes, and who went
/// in its place is told. Celery looks whether a child has a job a moment before it ends it: a job that begins just then is broken, as by its own autoscaler.
/// </summary>
internal sealed partial class CeleryDoor : IDoor
{
    public string Server => ServerProgram.Celery;

    public string Way => "pool_grow 1, and pool_shrink 1 once the new child is there";

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Celery;

    public bool HasStandby(ServerFacts facts) => true;

    public bool StandbyStays => true;

    public string? Closed(ServerFacts facts, DoorOptions options) =>
        Pool().Match(facts.Line) is { Success: true } pool && pool.Groups["name"].Value is not ("prefork" or "processes")
            ? $"its pool is {pool.Groups["name"].Value}: only that of prefork has children that are ended one at a time"
        : facts.IsAlone ? "it has no children: only the prefork pool has"
        : facts.Line.Contains("--autoscale", StringComparison.Ordinal) ? "it has its own autoscaler, beside which Celery refuses pool_grow"
        : Beat().IsMatch(facts.Line) ? "it runs the scheduler too (--beat), which is a child like the others"
        : Node(facts) is null ? "its node's name cannot be told from its command line, and a command would reach others"
        : options.Control is null ? "it is asked by its own commands, which need its broker: --control 'celery -A shop' says how they begin"
        : !options.MayStart ? "a service starts no programs, and it is asked by its own commands: run lowtide guard"
        : null;

    /// <summary>Who is asked by a command: all nodes of the broker would be.</summary>
    internal static string? Node(ServerFacts facts)
    {
        if (Titled().Match(facts.Line) is { Success: true } title)
            return title.Groups["node"].Value;
        if (facts.Host is not { } host)
            return null;
        var given = Named().Match(facts.Line) is { Success: true } named ? named.Groups["node"].Value : "celery";
        var (name, domain) = host.IndexOf('.') is >= 0 and var dot ? (host[..dot], host[(dot + 1)..]) : (host, "");
        var node = given.Replace("%h", host, StringComparison.Ordinal).Replace("%n", name, StringComparison.Ordinal)
            .Replace("%d", domain, StringComparison.Ordinal);
        node = node.Contains('@') ? node : $"{node}@{host}";
        // It is a word of a command from here on.
        return Plain().IsMatch(node) ? node : null;
    }

    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        var before = hands.Workers;
        var (control, node) = (hands.Options.Control!, Node(facts)!);
        if (await TryAsync("pool_grow", cancellation) is { } refused)
            throw new DoorException(refused) { IsForNow = true };
        // Whoever only grows fills the machine: what was begun is ended, even where Lowtide is.
        if (!await hands.NewServesAsync(CancellationToken.None))
            throw new DoorException("its pool was told to grow by one, and no child came that serves; no child was told to end");
        var grown = hands.Workers;
        var isLate = hands.UntilAsync(() => false, CancellationToken.None);
        string? busy;
        do
        {
            // All may have a job just now. Then Celery ends none, and says so.
            busy = await TryAsync("pool_shrink", CancellationToken.None);
            List<(int, long)> gone = [];
            if (busy is null && await hands.UntilAsync(() => (gone = [.. grown.Except(hands.Workers)]).Count > 0, CancellationToken.None))
            {
                if (gone.Intersect(before).ToList() is not { Count: > 0 } old)
                    throw new DoorException("every other child had a job, and Celery ended the new one again") { IsForNow = true };
                if (!old.Contains(hands.Worker))
                    hands.EndsInstead(old[0]);
                return;
            }
        }
        while (busy is not null && !isLate.IsCompleted);
        throw new DoorException($"its pool has one child more than before, and none of them ended{(busy is null ? "" : $" ({busy})")}; "
            + $"'{control} control --destination {node} pool_shrink 1' takes it back");

        async Task<string?> TryAsync(string act, CancellationToken end)
        {
            try
            {
                // [{"celery@shop": {"ok": "pool will shrink"}}], or "error" and why.
                var told = await hands.RunAsync($"{control} control --json --timeout 10 --destination \"$1\" {act} 1", [node], end);
                return told.Contains("\"ok\"", StringComparison.Ordinal) ? null
                    : $"Celery refuses {act}: {(Error().Match(told) is { Success: true } error ? error.Groups["why"].Value : "it does not say why")}";
            }
            catch (DoorException failed)
            {
                return failed.Message;
            }
        }
    }

    [GeneratedRegex(@"\s(-P\s*|--pool[= ]\s*)(?<name>[\w.:]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Pool();

    [GeneratedRegex(@"\s(-B|--beat)(\s|\)|$)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Beat();

    [GeneratedRegex(@"celeryd: (?<node>[\w.+-]+@[\w.-]+):MainProcess\]", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Titled();

    [GeneratedRegex(@"\s(-n\s*|--hostname[= ]\s*)(?<node>\S+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Named();

    [GeneratedRegex(@"^[\w.+][\w.+-]*@[\w.-]+$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Plain();

    [GeneratedRegex("%[hnd]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Parts();

    [GeneratedRegex("\"error\": \"(?<why>[^\"]{1,200})", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Error();
}
