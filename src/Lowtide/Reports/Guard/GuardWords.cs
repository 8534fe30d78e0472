using Lowtide.Analysis;
using Lowtide.Guard;
using Lowtide.Guard.Doors;

namespace Lowtide.Reports.Guard;

/// <summary>What a guard says when it begins.</summary>
internal static class GuardWords
{
    /// <param name="name">Of the server.</param>
    public static string Begin(string name, int pid, int workers, GuardStanza guard, IDoor door)
    {
        var policy = guard.Policy;
        if (!policy.HasLimit)
            return $"Watches {name} {pid}: {Amount.Count(workers, "worker")}. No limit was given, so nobody is signalled. A worker that starts from now on "
                + $"(a reload starts some) shows in ten minutes what a fresh one holds. Then 'lowtide guard {pid} --suggest' proposes a limit.";
        string?[] limits =
        [
            policy.PrivateLimitBytes is { } own ? $"{Amount.Bytes(own)} private each" : null,
            policy.FamilyLimitBytes is { } all ? $"{Amount.Bytes(all)} together" : null,
        ];
        var what = $"{name} {pid}: {Amount.Count(workers, "worker")}, {string.Join(", ", limits.Where(limit => limit is not null))} at most, {
            Amount.Count(policy.RespawnsAnHour, "respawn")} an hour at most";
        return guard.Acts ? $"Guards {what}. Over a limit it sends {door.Way}."
            : $"Watches {what}. It only says what it would do: --yes lets it send {door.Way}.";
    }
}
