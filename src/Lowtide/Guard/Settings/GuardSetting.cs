using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Recycling;
using Lowtide.Commands;

namespace Lowtide.Guard.Settings;

/// <summary>What can be set of a guard by a word: an option of <c>lowtide guard</c>, and a key of a guard in serve.yaml.</summary>
/// <param name="Takes">What follows the name where a value is none.</param>
/// <param name="Apply">Null where it is none.</param>
internal sealed record GuardSetting(
    string Name, string HelpName, string Description, string Takes, Func<GuardStanza, string, GuardStanza?> Apply)
{
    public static readonly IReadOnlyList<GuardSetting> All =
    [
        new("private-limit", "SIZE", "of each worker's private memory", Size,
            (guard, text) => Limit(text) is { } bytes ? With(guard, policy => policy with { PrivateLimitBytes = bytes }) : null),
        new("family-limit", "SIZE", "of all its processes' memory together (PSS); over it the largest worker is recycled", Size,
            (guard, text) => Limit(text) is { } bytes ? With(guard, policy => policy with { FamilyLimitBytes = bytes }) : null),
        new("respawn-budget", "N/h", $"the most respawns within an hour; {GuardPolicy.UsualRespawns}/h without it", "takes a number an hour, such as 12/h",
            (guard, text) => PerHour(text) is { } count ? With(guard, policy => policy with { RespawnsAnHour = count }) : null),
        new("least-serving", "N", "the fewest others that serve meanwhile; all others without it", "takes a number from 0 on",
            (guard, text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                ? With(guard, policy => policy with { LeastServing = count }) : null),
        new("quiet-within", "TIME", "how long a moment no busier than usual is waited for; 10m without it", Time,
            (guard, text) => DurationText.Parse(text) is { } time ? With(guard, policy => policy with { QuietWithin = time }) : null),
        new("grace", "TIME", "what a worker may take to end, and another to serve; 1m without it", Time,
            (guard, text) => DurationText.Parse(text) is { } time ? With(guard, policy => policy with { Grace = time }) : null),
        new("kill-after", "TIME", "kills a worker that has not ended so long after it was asked, --grace at least; without it none is killed", Time,
            (guard, text) => DurationText.Parse(text) is { } time ? With(guard, policy => policy with { KillAfter = time }) : null),
        new("supervised", "yes|no", "something starts the server anew once it has ended: for one without workers", YesOrNo,
            (guard, text) => Truth(text) is { } yes ? guard with { Door = guard.Door with { IsSupervised = yes } } : null),
        new("proxied", "yes|no", "a proxy in front of several instances sends nobody to one that ends", YesOrNo,
            (guard, text) => Truth(text) is { } yes ? guard with { Door = guard.Door with { IsProxied = yes } } : null),
    ];

    /// <summary>In serve.yaml; --yes on a command line.</summary>
    public const string Act = "act";

    private const string Size = "takes a size from 1M on, such as 400M or 1.5G", Time = "takes a time such as 30s or 5m", YesOrNo = "takes yes or no";

    /// <summary>Of memory. "80" would be 80 bytes, which every worker is over: a letter was forgotten.</summary>
    private static long? Limit(string text) => SizeOption.Parse(text) is { } bytes and >= Amount.MiB ? bytes : null;

    /// <summary>"12/h", or 12.</summary>
    public static int? PerHour(string text)
    {
        var digits = text.EndsWith("/h", StringComparison.Ordinal) ? text[..^2] : text;
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 ? count : null;
    }

    public static bool? Truth(string text) => text switch { "yes" or "on" or "true" => true, "no" or "off" or "false" => false, _ => null };

    private static GuardStanza With(GuardStanza guard, Func<GuardPolicy, GuardPolicy> change) => guard with { Policy = change(guard.Policy) };

    /// <summary>What is missing, or does not go together; null where all is well.</summary>
    public static string? Wrong(GuardStanza guard) => guard.Policy switch
    {
        { HasLimit: false } => "a guard takes private-limit or family-limit; 'lowtide guard TARGET --suggest' proposes one",
        { KillAfter: { } kill, Grace: var grace } when kill < grace => "kill-after comes after grace, in which a worker may end by itself",
        _ => null,
    };
}
