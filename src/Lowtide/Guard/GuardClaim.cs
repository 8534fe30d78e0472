using Lowtide.Launch;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Guard;

/// <summary>
/// That one guard alone recycles a server's workers: another has a history of its own, and so another count of the same budget. It is a lock (flock(2)) on
/// /proc/PID/personality of the server's master, which only its user and root may open (mode 0400 in fs/proc/base.c). So no stranger can take it, and it ends
/// with the guard or with the server.
/// </summary>
internal sealed class GuardClaim : IDisposable
{
    private readonly SafeFileHandle? _file;

    private GuardClaim(SafeFileHandle? file) => _file = file;

    /// <param name="why">It has none; null where it has.</param>
    public static GuardClaim? TryOfServer(int head, out string? why)
    {
        try
        {
            var claim = TryLock(head);
            why = claim is null ? "another Lowtide guards it" : null;
            return claim;
        }
        catch (UnauthorizedAccessException)
        {
            why = "whether another Lowtide guards it cannot be seen: run Lowtide as its user, or as root";
        }
        catch (IOException)
        {
            why = "it has just ended";
        }
        return null;
    }

    /// <summary>For one worker's end: guards of several servers may count on the same free memory. Who is not root cannot ask that, and goes on.</summary>
    /// <returns>Null where another guard has it.</returns>
    public static GuardClaim? TryOfMachine()
    {
        try
        {
            return TryLock(1);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return new GuardClaim(null);
        }
    }

    private static GuardClaim? TryLock(int pid)
    {
        var file = File.OpenHandle($"/proc/{pid}/personality");
        if (FileLock.TryTakeUnwritten(file))
            return new GuardClaim(file);
        file.Dispose();
        return null;
    }

    public void Dispose() => _file?.Dispose();
}
