using Lowtide.Recordings;

namespace Lowtide.Analysis.Malloc;

/// <summary>Why what is for glibc's malloc has no effect where another one serves.</summary>
public static class GlibcAlone
{
    /// <returns>Null if glibc's serves, or that could not be read.</returns>
    public static string? Refusal(FamilySnapshot family) => family.Allocator is { } allocator && allocator.Name != "glibc"
        ? $"it is for glibc's malloc, and this family calls {allocator.Name}"
        : null;

    public static string? CannotTell(FamilySnapshot family) => family.Allocator is null ? "whose malloc it calls could not be read" : null;

    public static string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment) => Preloaded(environment) is { } library
        ? $"it is for glibc's malloc, and LD_PRELOAD puts {AllocatorFacts.NamedIn(library)} in its place"
        : null;

    /// <summary>The first library in LD_PRELOAD that is another malloc, but for one of them; null for none that is known.</summary>
    public static string? Preloaded(IReadOnlyDictionary<string, string> environment, string? besides = null) =>
        StartSetting.Preload.In(environment).FirstOrDefault(library => AllocatorFacts.NamedIn(library) is { } named && named != besides);
}
