using Lowtide.Recordings;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide ps</c> shows unasked: families that may serve something.</summary>
internal static class ServerFamilies
{
    /// <summary>They fork for subshells and pipes, all day long.</summary>
    private static readonly string[] Shells = ["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "busybox"];

    public static bool Includes(FamilySnapshot family) =>
        family.Runtime is not null || (family.Workers.Count > 0 && Array.IndexOf(Shells, family.Name) < 0);
}
