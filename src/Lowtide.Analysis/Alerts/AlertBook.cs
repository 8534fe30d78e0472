namespace Lowtide.Analysis.Alerts;

/// <summary>The alerts of one family from look to look: which are raised, since when, and which are over.</summary>
public sealed class AlertBook
{
    private readonly Dictionary<string, Entry> _entries = new(StringComparer.Ordinal);

    /// <summary>What a watch before had raised stays so for as long as its figure takes to be known again.</summary>
    public void Remember(AlertRule rule, DateTimeOffset since, TimeSpan now) =>
        _entries[rule.Id] = new Entry(AlertState.Raised, since, null, now + rule.UnsureAfterStart, null);

    /// <summary>Its family has ended: nothing is wrong with it any more.</summary>
    public void Forget(AlertRule rule) => _entries.Remove(rule.Id);

    /// <param name="now">On a clock that nobody sets.</param>
    /// <param name="at">The time of day.</param>
    /// <returns>Of each rule, in their order.</returns>
    public IReadOnlyList<Alert> Take(AlertFacts facts, TimeSpan now, DateTimeOffset at)
    {
        var alerts = new List<Alert>(AlertRules.All.Count);
        foreach (var rule in AlertRules.All)
        {
            var value = rule.Figure.Of(facts);
            var before = _entries.GetValueOrDefault(rule.Id) ?? new Entry(AlertState.Unknown, null, null, now, null);
            var entry = _entries[rule.Id] = Next(before, rule, value, now, at);
            alerts.Add(new Alert(rule, entry.State, entry.Since, entry.Value));
        }
        return alerts;
    }

    private static Entry Next(Entry before, AlertRule rule, double? value, TimeSpan now, DateTimeOffset at)
    {
        if (value is not { } known)
            return now - before.Known < rule.Patience ? before : new Entry(AlertState.Unknown, null, null, before.Known, null);
        var entry = before with { Known = before.Known > now ? before.Known : now, Value = known };
        if (before.State == AlertState.Raised)
            return rule.IsCleared(known) && before.Known <= now ? new Entry(AlertState.Quiet, null, null, now, known) : entry;
        if (!rule.IsRaised(known))
            return new Entry(AlertState.Quiet, null, null, now, known);
        var beyond = before.Beyond ?? now;
        return now - beyond >= rule.Hold
            ? entry with { State = AlertState.Raised, Since = at, Beyond = beyond } : entry with { State = AlertState.Pending, Beyond = beyond };
    }

    /// <param name="Beyond">Since when its figure is beyond the threshold.</param>
    /// <param name="Known">When its figure was last known; one that is remembered is not over before.</param>
    private sealed record Entry(AlertState State, DateTimeOffset? Since, TimeSpan? Beyond, TimeSpan Known, double? Value);
}
