using Lowtide.Analysis.DotNet;

namespace Lowtide.Analysis.Findings.EvidenceRows;

/// <summary>What the code of each method that a finding names could do instead.</summary>
internal static class CodeAdvice
{
    /// <summary>Nobody can change code that is not found: what would name it is all that helps.</summary>
    public static readonly Evidence OfNameless = new("code", null,
        $"{Blame.Nameless}: the runtime tells names as a recording ends; where that end is missing, record again, and end it (-d, or Ctrl-C) "
            + "while the process runs");

    /// <summary>
    /// In their order; what is the same for several is said once, and names them all. Of a method with several, each names the types that it is for.
    /// </summary>
    public static IEnumerable<Evidence> Of(List<MethodAdvice> listed)
    {
        var several = listed.GroupBy(one => one.Caller).Where(same => same.DistinctBy(one => one.Ways).Count() > 1).Select(same => same.Key).ToHashSet();
        return
        [
            .. listed.Where(one => Blame.IsNamed(one.Caller))
                .GroupBy(one => one.Ways)
                .Select(same => new Evidence(Finding.InCode, null, $"{string.Join(", ", same.GroupBy(one => one.Caller).Select(Named))}: {same.Key}")),
            .. listed.Any(one => one.Caller == Blame.Nameless) ? [OfNameless] : Array.Empty<Evidence>(),
        ];

        string Named(IGrouping<string, MethodAdvice> method) => several.Contains(method.Key)
            ? $"{method.Key} ({string.Join(", ", method.Select(one => Blame.Type(one.Type ?? "")).Distinct())})"
            : method.Key;
    }
}

/// <param name="Type">What the method allocates; null where only the collections that it began tell of it.</param>
/// <param name="Ways">What code could do instead.</param>
internal sealed record MethodAdvice(string Caller, string? Type, string Ways);
