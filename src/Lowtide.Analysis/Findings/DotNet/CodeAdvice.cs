namespace Lowtide.Analysis.Findings.DotNet;

/// <summary>What the code of each method that a finding names could do instead.</summary>
internal static class CodeAdvice
{
    /// <summary>In their order; what is the same for several is said once, and names them all.</summary>
    public static IEnumerable<Evidence> Of(IEnumerable<(string Caller, string Ways)> named) => named
        .GroupBy(one => one.Ways, one => one.Caller)
        .Select(same => new Evidence("code", null, $"{string.Join(", ", same.Distinct())}: {same.Key}"));
}
