using Lowtide.Recordings;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide ps</c> shows unasked: families that may serve something.</summary>
internal static class ServerFamilies
{
    /// <summary>They fork for subshells and pipes, all day long.</summary>
    private static readonly string[] Shells = ["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "busybox"];

    /// <summary>A runtime, and nobody's requests: what a build leaves running.</summary>
    private static readonly string[] Builders = ["MSBuild.dll", "VBCSCompiler.dll", "VBCSCompiler"];

    public static bool Includes(FamilySnapshot family) => Includes(family.Name, family.Workers.Count, family.Runtime is not null);

    public static bool Includes(string name, int workers, bool hasRuntime) =>
        Array.IndexOf(Builders, name) < 0 && (hasRuntime || (workers > 0 && Array.IndexOf(Shells, name) < 0));
}
