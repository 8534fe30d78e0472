using Lowtide.Recordings;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide ps</c> shows unasked: families that may serve something.</summary>
internal static class ServerFamilies
{
    /// <summary>They fork for subshells and pipes, all day long.</summary>
    private static readonly string[] Shells = ["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "busybox"];

    /// <summary>In .NET, and nobody's requests: what a build leaves running.</summary>
    private static readonly string[] Builders = ["MSBuild.dll", "VBCSCompiler.dll", "VBCSCompiler"];

    public static bool Includes(FamilySnapshot family) => Includes(family.Name, family.Workers.Count, family.Runtime?.Name);

    /// <param name="runtime">Its name; null where none is known.</param>
    public static bool Includes(string name, int workers, string? runtime) => runtime is null ? workers > 0 && Array.IndexOf(Shells, name) < 0
        : runtime != "dotnet" || Array.IndexOf(Builders, name) < 0;
}
