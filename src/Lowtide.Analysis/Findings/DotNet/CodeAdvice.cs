using Lowtide.Analysis.DotNet;

namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>What the code of each method that a finding names could do instead.</summary>
internal static class CodeAdvice
{
    /// <summary>Nobody can change code that is not found: what would name it is all that helps.</summary>
    public static readonly Evidence OfNameless = new("code", null,
        $"{Blame.Nameless}: the runtime tells names as a recording ends; where that end is missing, record again, and end it (-d, or Ctrl-C) "
            + "while the process runs");

    /// <summary>In their order; what is the same for several is said once, and names them all.</summary>
    public static IEnumerable<Evidence> Of(List<(string Caller, string Ways)> listed) =>
    [
        .. listed.Where(one => Blame.IsNamed(one.Caller))
            .GroupBy(one => one.Ways, one => one.Caller)
            .Select(same => new Evidence("code", null, $"{string.Join(", ", same.Distinct())}: {same.Key}")),
        .. listed.Any(one => one.Caller == Blame.Nameless) ? [OfNameless] : Array.Empty<Evidence>(),
    ];
}
