using System.Text.RegularExpressions;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// Celery's prefork pool: SIGTERM to a child that has waited for a job for a while. In the middle of one it would break that (_shutdown_cleanup, billiard 4.1).
/// A job that is on its way then is put back and goes to another child (asynpool.py, Celery 5.2), and the pool starts one anew. Its own pool_shrink cannot be
/// told which child to end, looks for jobs by what the parent knows, and broke 7 jobs in 60 ends.
/// </summary>
internal sealed partial class CeleryDoor : IDoor
{
    public string Server => ServerProgram.Celery;

    public string Way => "SIGTERM to a child that has no job";

    public int Signal => Signals.Terminate;

    public bool IsOfQueue => true;

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Celery;

    public string? Closed(ServerFacts facts, DoorOptions options) =>
        Pool().Match(facts.Line) is { Success: true } pool && pool.Groups["name"].Value is not ("prefork" or "processes")
            ? $"its pool is {pool.Groups["name"].Value}: only that of prefork has children that are ended one at a time"
        : facts.IsAlone ? "it has no children: only the prefork pool has"
        : Beat().IsMatch(facts.Line) ? "it runs the scheduler too (--beat), which is a child like the others"
        : null;

    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        var (idle, switches) = (0, (long?)null);
        bool AsksIfIdle()
        {
            var now = hands.WaitsForMaster() ? hands.Switches() : null;
            (idle, switches) = (now is not null && now == switches ? idle + 1 : 0, now);
            return idle >= IdlePolls && hands.SignalWorkerIf(Signal, () => hands.Switches() == switches);
        }

        if (!await hands.UntilAsync(AsksIfIdle, cancellation))
            throw new DoorException("it was at no time without a job for a quarter of a second");
    }

    /// <summary>
    /// Of 20 ms each. Between the last look and the signal a job may come. To a child that is idle for moments between two jobs one does: in 100 ends beside a
    /// full queue a job was lost. To one that has been idle 1,000 times as long as that moment takes it hardly will.
    /// </summary>
    private const int IdlePolls = 13;

    [GeneratedRegex(@"\s(-P\s*|--pool[= ]\s*)(?<name>[\w.:]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Pool();

    [GeneratedRegex(@"\s(-B|--beat)(\s|\)|$)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Beat();
}
