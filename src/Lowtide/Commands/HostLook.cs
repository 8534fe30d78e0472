using Lowtide.Analysis.Diagnoses;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Commands;

/// <summary>
/// One look at all servers of a machine, and into the largest of them. It is bounded, as nobody asked for any of them: <see cref="MostServers"/>,
/// <see cref="MostBytes"/> in all, and none is begun after <see cref="Patience"/>.
/// </summary>
internal static class HostLook
{
    public const int MostServers = 10;

    /// <summary>Of memory that is looked through, page by page: PSS, or RSS where that could not be read.</summary>
    public const long MostBytes = 4L << 30;

    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(1.5);

    public static HostDiagnosis Take(TimeProvider time, CancellationToken cancellation)
    {
        // Lowtide itself serves nobody.
        var found = FamilyLookup.All(out var unseen, out _).Where(family => family.Members.All(member => member.Pid != Environment.ProcessId)).ToList();
        var started = time.GetTimestamp();
        var look = FamilyLooks.Servers(found, cancellation);
        var host = HostFiles.Read(ProgramVersion.Text);
        var byPid = found.ToDictionary(family => family.Head.Pid);
        var (left, taken, servers) = (MostBytes, 0, new List<ServerDiagnosis>());
        foreach (var family in look.Families.Where(family => !IsLowtide(family)).OrderByDescending(family => family.RssBytes ?? 0))
        {
            var bytes = family.PssBytes ?? family.RssBytes ?? 0;
            var capture = taken < MostServers && bytes <= left && time.GetElapsedTime(started) < Patience
                && byPid.TryGetValue(family.Head.Process.Pid, out var known)
                ? FamilyCapture.Take(known, new CaptureOptions(Census: true), time, cancellation) : null;
            if (capture is not null)
                (left, taken) = (left - bytes, taken + 1);
            servers.Add(capture is null
                ? new ServerDiagnosis(family, null)
                : new ServerDiagnosis(capture.Snapshot, Diagnosis.Of(new Recording(host, [capture.Snapshot], [], capture.CouldNotRead))));
        }
        // Root can mend nothing about what it may not read.
        return HostDiagnosis.Of(Environment.MachineName, host, servers, look.Others,
            [.. unseen, .. Environment.IsPrivilegedProcess ? [] : look.CouldNotRead]);
    }

    /// <summary>A trial or a recording of this user's that runs: whoever else has that path is shown.</summary>
    private static bool IsLowtide(FamilySnapshot family) =>
        family.Head.Process is { Executable: { } path, UserId: { } user } && path == Environment.ProcessPath && user == Procfs.OwnUserId;
}
