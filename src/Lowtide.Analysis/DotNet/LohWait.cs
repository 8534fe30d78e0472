using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>
/// By how many percent large objects may grow during a background collection before threads that want one wait for its end: UOHWaitBGCSizeIncPercent
/// (dotnet/runtime: gcconfig.h). Before .NET 10 (dotnet/runtime#118567) nothing sets it: they wait where large objects have doubled, or had since the
/// last full collection.
/// </summary>
internal static class LohWait
{
    public const string Key = "UOHWaitBGCSizeIncPercent", Variable = DotNetVariable.Prefix + Key;

    private const int Since = 10;

    /// <summary>Whether the runtime has the setting; null where its version is not known.</summary>
    public static bool? IsSetting(RuntimeFacts? runtime) => Version.TryParse(runtime?.Version, out var version) ? version.Major >= Since : null;
}
