using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Why what acts inside a runtime has no effect where another one runs, or none.</summary>
internal static class RuntimeAlone
{
    /// <param name="words">The runtimes, for a person.</param>
    /// <param name="runtimes">As <see cref="RuntimeFacts.Name"/> has them.</param>
    /// <returns>Null if one of them runs, or that could not be read.</returns>
    public static string? Refusal(FamilySnapshot family, string words, params IReadOnlyList<string> runtimes) =>
        (family.Runtime is { } runtime && runtimes.Contains(runtime.Name)) || CannotTell(family) is not null
            ? null
            : $"it is for {words}, and this family runs none that Lowtide knows";

    public static string? CannotTell(FamilySnapshot family) =>
        family.Runtime is null && !family.ProgramRead ? "which runtime it runs could not be read" : null;
}
