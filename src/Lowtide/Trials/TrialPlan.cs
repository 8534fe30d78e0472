using Lowtide.Launch;

namespace Lowtide.Trials;

/// <summary>What the user asked a trial to do; checked, so that the trial itself cannot be called wrongly.</summary>
/// <param name="Ready">The server is ready once this address answers.</param>
/// <param name="Load">A shell command; {url} in it stands for <paramref name="Ready"/>. It must send a counted number of
/// requests, so that every arm serves the same ones.</param>
/// <param name="Warm">As <paramref name="Load"/>, before it and not measured; null for Lowtide's own few requests.</param>
/// <param name="Pairs">Null: six, or more if the pilot's variance asks for it, up to <paramref name="MostPairs"/>.</param>
/// <param name="Margin">Of the primary metric, in the place of its own: a fraction for ratios, else in its unit.</param>
/// <param name="Effect">The change of the primary metric that must not be missed, as a fraction; a metric that is compared
/// by differences takes its margin for it.</param>
/// <param name="SlowSeconds">Requests that take longer are slow; null: no such metric.</param>
internal sealed record TrialPlan(
    IReadOnlyList<string> Remedies,
    TargetCommand Command,
    Uri Ready,
    string Load,
    string? Warm,
    ulong Seed,
    int? Pairs,
    int MostPairs,
    string Primary,
    double? Margin,
    double Effect,
    double Alpha,
    double? SlowSeconds,
    TimeSpan ReadyTimeout,
    TimeSpan LoadTimeout,
    TimeSpan StopGrace)
{
    public Arm Baseline { get; } = new("baseline", []);

    public Arm Remedied { get; } = new(string.Join('+', Remedies), Remedies);
}

/// <summary>One way of starting the server.</summary>
internal sealed record Arm(string Name, IReadOnlyList<string> Remedies);
