using System.Text.RegularExpressions;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// Sidekiq: SIGTSTP, by which it takes no more jobs, and SIGTERM once it has none left (cli.rb, launcher.rb; Sidekiq 6.4). Where its jobs take longer than the
/// grace it gets SIGTERM all the same, for it cannot be told to take jobs again: it waits for them 25 s more (its timeout), and gives back what is unfinished.
/// Such a job is run again from its beginning, which is what Sidekiq promises of every job.
/// </summary>
internal sealed partial class SidekiqDoor : IDoor
{
    public string Server => "sidekiq";

    public string Way => "SIGTSTP, and SIGTERM once its jobs are done";

    public int Signal => Signals.TerminalStop;

    public bool IsOfQueue => true;

    public bool IsOf(ServerFacts facts) => Of().IsMatch(facts.Line);

    public string? Closed(ServerFacts facts, DoorOptions options) =>
        facts.IsAlone ? Supervision.Missing(facts, options) : "it has children, and no master of Sidekiq is known to Lowtide";

    /// <summary>It is told its title with its first heartbeat, when it has begun to take jobs; it has its command line before.</summary>
    public bool IsTitleOfServing(string title) => Busy().IsMatch(title) && !title.Contains(Stopping, StringComparison.Ordinal);

    private const string Stopping = "stopping";

    public async Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        hands.SignalWorker(Signal);
        try
        {
            // Renewed every 5 s (BEAT_PAUSE).
            await hands.UntilAsync(() => hands.Title() is not { } title || IsQuiet(title), cancellation);
        }
        finally
        {
            // Also where Lowtide itself is ended now: it would take no job for ever.
            End(hands);
        }
    }

    private static bool IsQuiet(string title) => title.Contains(Stopping, StringComparison.Ordinal) && Idle().IsMatch(title);

    private static void End(IServerHands hands)
    {
        try
        {
            hands.SignalWorker(Signals.Terminate);
        }
        catch (DoorException) when (hands.Title() is null)
        {
            // It has ended by itself.
        }
    }

    /// <summary>"sidekiq 6.4.1 app [0 of 5 busy]", and what it was started by before it says that.</summary>
    [GeneratedRegex(@"^((\S*ruby[\d.]*\s+(-\S+\s+)*)?\S*/sidekiq(\s|$)|sidekiq \d)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Of();

    [GeneratedRegex(@"\[\d+ of \d+ busy\]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Busy();

    [GeneratedRegex(@"\[0 of \d+ busy\]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Idle();
}
