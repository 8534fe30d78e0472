using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>In which a command of a server's own finds what the server finds.</summary>
/// <param name="User">Its name; null where this machine has none for it.</param>
/// <param name="IsOwn">It is the user that Lowtide runs as.</param>
/// <param name="Environment">Null where it may not be read, or was written over.</param>
public sealed record ServerSurroundings(string? User, bool IsOwn, string Folder, IReadOnlyDictionary<string, string>? Environment)
{
    /// <returns>Null where it has gone, may not be read, or sees other files than Lowtide: that of a container.</returns>
    public static ServerSurroundings? Of(int pid) =>
        Procfs.UserOf(pid) is { } user && Procfs.Folder(pid) is { } folder && IsShared(pid, "mnt")
            ? new ServerSurroundings(UserNames.Of(user) is var name && name != $"{user}" ? name : null, user == Procfs.OwnUserId, folder,
                Procfs.Environment(pid)) : null;

    /// <summary>Of a server that calls its machine what Lowtide does.</summary>
    internal static string? Host(int pid) => IsShared(pid, "uts") ? ProcFile.TryReadText("/proc/sys/kernel/hostname")?.Trim() : null;

    /// <summary>namespaces(7).</summary>
    private static bool IsShared(int pid, string space)
    {
        try
        {
            return new FileInfo($"/proc/{pid}/ns/{space}").LinkTarget is { } its && its == new FileInfo($"/proc/self/ns/{space}").LinkTarget;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
