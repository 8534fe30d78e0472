using System.Globalization;
using Lowtide.Recordings.Storage;
using Lowtide.Writing;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Serve;

/// <summary>What <c>lowtide serve</c> says: a line each. The journal adds the time, and so do those who read a pipe; in a file and on a terminal it stands.
/// </summary>
internal static class ServeLog
{
    /// <summary>In systemd's journal a line may begin with how urgent it is (sd-daemon(3)).</summary>
    private static readonly bool InJournal = IsJournal(Environment.GetEnvironmentVariable("JOURNAL_STREAM"));

    public static void Line(string line) => Write(6, line);

    public static void Warning(string line) => Write(4, line);

    public static void Urgent(string line) => Write(2, line);

    private static readonly bool HasTime = IsFileOrTerminal();

    private static void Write(int priority, string line) => Screen.Line((InJournal ? $"<{priority}>" : HasTime ? Time() : "") + Screen.Shown(line));

    private static string Time() => string.Create(CultureInfo.InvariantCulture, $"{TimeProvider.System.GetUtcNow():yyyy-MM-ddTHH:mm:ssZ} ");

    private static bool IsFileOrTerminal()
    {
        using var output = new SafeFileHandle(1, ownsHandle: false);
        return FileStat.Of(output) is { Type: FileStat.Regular or FileStat.CharacterDevice };
    }

    /// <summary>Whether standard output is the very stream: whoever was started by a service may write elsewhere (systemd.exec(5)).</summary>
    private static bool IsJournal(string? stream)
    {
        using var output = new SafeFileHandle(1, ownsHandle: false);
        return stream is not null && FileStat.Of(output) is { } stat
            && stream == string.Create(CultureInfo.InvariantCulture, $"{Number(stat.Device)}:{stat.Inode}");
    }

    /// <summary>As stat(2) tells a device: makedev(3).</summary>
    private static ulong Number(ulong device)
    {
        var (major, minor) = (device >> 20, device & 0xF_FFFF);
        return (minor & 0xFF) | ((major & 0xFFF) << 8) | ((minor & ~0xFFUL) << 12) | ((major & ~0xFFFUL) << 32);
    }
}
