using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The socket on which a .NET runtime takes requests (diagnostics, docs/design-docs/ipc-protocol.md). It lies in the process's own tmp, under
/// the pid that the process has in its own namespace, and is reached by way of its root.
/// </summary>
internal static class DiagnosticPort
{
    private const string WhyNone =
        "it has no diagnostic port: diagnostics are off (environment or runtimeconfig), or it is compiled ahead of time without them";

    /// <summary>Null where it cannot be had; then <paramref name="refused"/> says why.</summary>
    public static string? Find(int pid, out Unreadable? refused)
    {
        refused = null;
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts)
            return Refuse(out refused, "it ended", null);
        if (ProcFile.TryReadText($"/proc/{pid}/net/unix") is not { } sockets)
            return Refuse(out refused, "the sockets of its network namespace cannot be read", "run Lowtide as its user or with sudo");
        if (PathOf(sockets, facts.NamespacePid ?? pid) is not { } path)
            return Refuse(out refused, WhyNone, "start it without DOTNET_EnableDiagnostics=0 and DOTNET_EnableDiagnostics_IPC=0");
        var reached = $"/proc/{pid}/root{path}";
        if (facts.UserId is { } user && Procfs.OwnUserId is not 0 and var own && user != own)
            return Refuse(out refused, $"its socket belongs to user {user}", "run Lowtide as that user or with sudo");
        return File.Exists(reached)
            ? reached
            : Refuse(out refused, $"its socket {path} was removed, or lies in a mount namespace that cannot be entered",
                "run Lowtide as its user or with sudo; keep cleaners of tmp away from dotnet-diagnostic-*");
    }

    /// <summary>The runtime adds the start of the process to the name: of several, a killed process of that pid left the others.</summary>
    internal static string? PathOf(string sockets, int namespacePid)
    {
        var name = $"/dotnet-diagnostic-{namespacePid}-";
        string? found = null;
        foreach (var line in sockets.Split('\n'))
            if (line.IndexOf('/') is var start and >= 0 && line[start..].TrimEnd() is var path
                && path.EndsWith("-socket", StringComparison.Ordinal) && path.Contains(name, StringComparison.Ordinal))
                found = path;
        return found;
    }

    private static string? Refuse(out Unreadable? refused, string why, string? mend)
    {
        refused = new Unreadable(DotNetWatch.What, why, mend);
        return null;
    }
}
