using System.Globalization;
using System.Runtime.InteropServices;
using Lowtide.Recordings.Storage;

namespace Lowtide.Launch;

/// <summary>A file whose commands are about to be run. It is opened once: what was looked at is what is read and written.</summary>
internal static class OwnFile
{
    private const int PathOnly = 0x200000; // O_PATH: opens nothing yet, for a name may be a device's or a FIFO's

    /// <summary>Whether it is there, and belongs to who runs this.</summary>
    public static bool IsOwn(string path)
    {
        using var found = Libc.OpenAt(Libc.WorkingDirectory, path, PathOnly | Libc.CloseOnExec, 0);
        return !found.IsInvalid && FileStat.Of(found)?.Owner == Libc.EffectiveUser();
    }

    /// <exception cref="Failure">It is not there, or somebody else could have written it.</exception>
    public static FileStream Open(string path)
    {
        using var found = Libc.OpenAt(Libc.WorkingDirectory, path, PathOnly | Libc.CloseOnExec, 0);
        if (found.IsInvalid)
            throw Marshal.GetLastPInvokeError() == Libc.NoEntry
                ? Failure.Wrong($"no file {path}: 'lowtide trials' lists those that are kept")
                : OwnedFolder.Cannot("open", path);
        if (FileStat.Of(found) is not { } stat)
            throw OwnedFolder.Cannot("look at", path);
        if (stat.Type != FileStat.Regular)
            throw new Failure($"{path} is no trial's file, but a folder, a device or a pipe");
        if (stat.Owner != Libc.EffectiveUser())
            throw new Failure($"{path} belongs to user {stat.Owner}, and its commands would be run: go on as that user");
        if (((UnixFileMode)stat.Mode & (UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) != UnixFileMode.None)
            throw new Failure($"others may write to {path}, and its commands would be run: run chmod go-w {path}, after a look at them");
        try
        {
            var same = string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{found.DangerousGetHandle()}");
            return new FileStream(same, FileMode.Open, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot go on in {path}: {Refusal.Why(refused)}");
        }
    }
}
