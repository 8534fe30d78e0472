using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>Whether something starts a process anew that has ended as it was asked to.</summary>
internal static class Supervision
{
    /// <summary>
    /// These start it anew whatever it ended with (runsv(8), supervise(8), s6-supervise's page, Sidekiq Enterprise's). supervisord is none of them: as it comes
    /// it passes over an end with status 0 (autorestart=unexpected, supervisord.org/configuration.html).
    /// </summary>
    private static readonly string[] Programs = ["runsv", "supervise", "s6-supervise", "sidekiqswarm"];

    /// <returns>Null where something does.</returns>
    public static string? Missing(ServerFacts facts, DoorOptions options)
    {
        if (options.IsSupervised || Programs.Contains(facts.Parent) || facts.UnitStartsAnew == true)
            return null;
        var seen = facts.UnitStartsAnew == false ? $"{facts.Unit} has neither Restart=always nor Restart=on-success"
            : $"its parent is {facts.Parent ?? "not known"}, which is no supervisor that Lowtide knows";
        return $"it is one process, and nothing is seen that would start it anew: {seen} (--supervised yes says that something does)";
    }
}
