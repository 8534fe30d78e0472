using Lowtide.Recordings;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide ps</c> shows unasked: families that may serve something.</summary>
internal static class ServerFamilies
{
    /// <summary>They fork for subshells and pipes, all day long.</summary>
    private static readonly string[] Shells = ["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "busybox"];

    public static bool Includes(FamilySnapshot family) => Includes(family.Name, family.Workers.Count, family.Runtime is not null);

    public static bool Includes(string name, int workers, bool hasRuntime) => hasRuntime || (workers > 0 && Array.IndexOf(Shells, name) < 0);
}
