using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Launch;

/// <summary>A process under malloc.trim-idle, looked at once the kit has noted a trim: that comes after what it gave back can be seen.</summary>
internal static class TrimNote
{
    /// <param name="pid">Of the process that trims.</param>
    /// <returns>Its family, and its last trim.</returns>
    public static (FamilySnapshot Family, MallocTrim Trim) Wait(int pid)
    {
        var family = Patience.Until(
            () => Take(pid) is { } taken && Trims(taken, pid).Any() ? taken : null, $"the note of a trim of process {pid}");
        return (family, Trims(family, pid).Last());
    }

    /// <summary>A worker has inherited its master's notes.</summary>
    private static IEnumerable<MallocTrim> Trims(FamilySnapshot family, int pid)
    {
        var process = family.Members.Single(member => member.Process.Pid == pid);
        return (process.Notes?.Trims ?? []).Where(trim => trim.ProcessId == pid || trim.ProcessId == process.Process.NamespacePid);
    }

    private static FamilySnapshot? Take(int pid) => FamilyCapture.Take(
        FamilyLookup.Find($"{pid}"), new CaptureOptions(Census: false), TimeProvider.System, TestContext.Current.CancellationToken)?.Snapshot;
}
