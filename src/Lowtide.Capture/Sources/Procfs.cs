using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Capture.Sources;

/// <summary>What /proc says of one process. Every method gives null for a process that has gone or may not be read.</summary>
public static class Procfs
{
    public static IEnumerable<int> Pids()
    {
        foreach (var path in Directory.EnumerateDirectories("/proc"))
            if (int.TryParse(path.AsSpan(6), CultureInfo.InvariantCulture, out var pid))
                yield return pid;
    }

    public static ProcessStat? Stat(int pid) =>
        ProcFile.TryReadText($"/proc/{pid}/stat") is { } text ? ProcessStat.Parse(text) : null;

    /// <summary>The process that a thread id belongs to; the same number for a process.</summary>
    public static int? ThreadGroup(int pid) =>
        Status(pid) is { } status && ValueOf("Tgid", status) is { } text && int.TryParse(text, CultureInfo.InvariantCulture, out var group)
            ? group
            : null;

    /// <summary>Lines of a key, a colon and a value, for <see cref="ValueOf"/>.</summary>
    public static string? Status(int pid) => ProcFile.TryReadText($"/proc/{pid}/status");

    /// <summary>
    /// Children of all its threads, without a walk over all of /proc. One that starts or ends meanwhile may be missed
    /// (proc_pid_task(5), children); null where the kernel keeps no such file (CONFIG_PROC_CHILDREN).
    /// </summary>
    public static List<int>? Children(int pid)
    {
        var children = new List<int>();
        try
        {
            foreach (var thread in Directory.EnumerateDirectories($"/proc/{pid}/task"))
            {
                if (ProcFile.TryReadText($"{thread}/children", out var exists) is { } text)
                    children.AddRange(text.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                        .Select(child => int.Parse(child, CultureInfo.InvariantCulture)));
                else if (!exists && Directory.Exists(thread))
                    return null;
            }
        }
        catch (IOException)
        {
            // It has ended; what was found of it may live on.
        }
        return children;
    }

    /// <summary>
    /// The words as a shell would take them back: quoted where they hold more than plain letters. "..." stands at the end of those that are longer than
    /// <see cref="ProcFile.Arguments"/>.
    /// </summary>
    public static string? CommandLine(int pid) =>
        Words(pid, out var cut) is { } words ? string.Join(' ', words.Select(ShellWord.Of)) + (cut ? " ..." : "") : null;

    /// <summary>One word only, with blanks in it, where a process wrote a title over its arguments (setproctitle).</summary>
    public static string[]? Words(int pid) => Words(pid, out _);

    private static string[]? Words(int pid, out bool cut) =>
        OfMemory($"/proc/{pid}/cmdline", pid, ProcFile.Arguments, out cut)?.TrimEnd('\0', ' ') is { } text ? text.Split('\0') : null;

    public static string? Executable(int pid) => Link($"/proc/{pid}/exe");

    /// <summary>The folder that the process is in; null where it may not be read.</summary>
    public static string? Folder(int pid) => Link($"/proc/{pid}/cwd");

    /// <summary>What takes the lock of its mappings to read.</summary>
    private static string? OfMemory(string path, int pid)
    {
        if (StuckProcesses.Contains(pid))
            return null;
        using var watched = ReadWatch.Of(pid);
        return ProcFile.TryReadText(path);
    }

    private static string? OfMemory(string path, int pid, int most, out bool cut)
    {
        cut = false;
        if (StuckProcesses.Contains(pid))
            return null;
        using var watched = ReadWatch.Of(pid);
        return ProcFile.TryReadBeginning(path, most, out cut);
    }

    private static string? Link(string path)
    {
        try
        {
            return new FileInfo(path).LinkTarget;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public static List<Mapping>? Mappings(int pid)
    {
        if (StuckProcesses.Contains(pid) || LongMaps.Contains(pid))
            return null;
        using var watched = ReadWatch.Of(pid);
        if (ProcFile.TryReadBytes($"/proc/{pid}/maps", ProcFile.Maps, out var tooLong) is { Length: > 0 } bytes)
            return Mapping.ParseAll(bytes);
        if (tooLong)
            LongMaps.Add(pid);
        return null;
    }

    /// <summary>Only the variables that <see cref="WatchedSettings"/> names; null where it may not be read, and where a title was written over it.</summary>
    public static Dictionary<string, string>? Settings(int pid) => Settings(pid, WatchedSettings.Names);

    /// <param name="names">No other is kept.</param>
    internal static Dictionary<string, string>? Settings(int pid, IReadOnlyList<string> names) =>
        OfMemory($"/proc/{pid}/environ", pid, ProcFile.Environment, out var cut) is { } text
            ? ParseSettings(cut ? text[..(text.LastIndexOf('\0') + 1)] : text, names) : null;

    /// <summary>Characters that are kept of a process's variables in all: so long a single one can be (MAX_ARG_STRLEN, execve(2)).</summary>
    private const int MostOfSettings = 128 << 10;

    /// <summary>
    /// A program that shows a title (setproctitle: gunicorn, Celery) writes it over its arguments and then its environment, and blanks the rest: what is
    /// left there is empty, or no variable.
    /// </summary>
    internal static Dictionary<string, string>? ParseSettings(string environ, IReadOnlyList<string>? names = null)
    {
        var (settings, left) = (new Dictionary<string, string>(), MostOfSettings);
        var all = environ.EndsWith('\0') ? environ[..^1] : environ;
        if (all.Length == 0)
            return environ.Length == 0 ? settings : null;
        foreach (var variable in all.Split('\0'))
        {
            var equals = variable.IndexOf('=');
            if (equals <= 0)
                return null;
            if ((names ?? WatchedSettings.Names).Contains(variable[..equals]))
            {
                left -= variable.Length;
                if (left < 0)
                    return settings;
                settings[variable[..equals]] = variable[(equals + 1)..];
            }
        }
        return settings;
    }

    /// <summary>
    /// From smaps_rollup, which walks every page table of the process under its mmap lock: about 17 ms a GiB, and
    /// a mapping call in the target waits meanwhile.
    /// </summary>
    public static MemoryUse Memory(int pid, long rssBytes)
    {
        if (OfMemory($"/proc/{pid}/smaps_rollup", pid) is not { Length: > 0 } text)
            return new MemoryUse(rssBytes, null, null, null, null);
        return new MemoryUse(
            Bytes("Rss"),
            Bytes("Pss"),
            Bytes("Shared_Clean") + Bytes("Shared_Dirty"),
            Bytes("Private_Clean") + Bytes("Private_Dirty"),
            Bytes("Swap"))
        {
            PssAnonymousBytes = Bytes("Pss_Anon"),
            PssFileBytes = Bytes("Pss_File"),
            PssSharedMemoryBytes = Bytes("Pss_Shmem"),
        };

        long? Bytes(string key) => BytesOf(key, text);
    }

    /// <summary>Whether KSM may merge any of its memory (prctl(2), PR_SET_MEMORY_MERGE); see <see cref="MemoryUse.MergesPages"/>.</summary>
    public static bool? MayMerge(int pid) =>
        OfMemory($"/proc/{pid}/ksm_stat", pid) is { } text && ValueOf("ksm_merge_any", text) is { } value ? value == "yes" : null;

    /// <summary>Whether KSM has merged any of its pages; false too where the kernel does not say (before 5.19).</summary>
    public static bool HasMergedPages(int pid) =>
        long.TryParse(ProcFile.TryReadText($"/proc/{pid}/ksm_merging_pages"), CultureInfo.InvariantCulture, out var pages) && pages > 0;

    /// <summary>The value behind a key, blanks trimmed; null where no line has it.</summary>
    /// <remarks>
    /// A line ends at a line feed and nowhere else. In a process's own name, which stands in the first line of status, the kernel escapes that and leaves
    /// all other ends of lines that Unicode knows (string_escape_str in proc_task_name, fs/proc/array.c).
    /// </remarks>
    public static string? ValueOf(string key, string lines)
    {
        foreach (var range in lines.AsSpan().Split('\n'))
            if (lines.AsSpan(range) is var line && line.Length > key.Length && line[key.Length] == ':' && line.StartsWith(key, StringComparison.Ordinal))
                return line[(key.Length + 1)..].Trim(" \t").ToString();
        return null;
    }

    /// <summary>Of a line such as "Pss:  1234 kB", as the kernel writes amounts of memory; null where no line has the key.</summary>
    internal static long? BytesOf(string key, string lines) =>
        ValueOf(key, lines) is { } value
        && long.TryParse(value.AsSpan(0, Math.Max(0, value.IndexOf(' '))), CultureInfo.InvariantCulture, out var kilobytes)
            ? kilobytes * 1024
            : null;

    /// <summary>The effective user that Lowtide runs as.</summary>
    public static uint? OwnUserId { get; } = UserOf(Environment.ProcessId);

    /// <summary>Null where it has gone.</summary>
    public static uint? UserOf(int pid) => Status(pid) is { } status ? UserId(status) : null;

    /// <summary>"Uid: real effective saved file", proc_pid_status(5).</summary>
    public static uint? UserId(string status) =>
        ValueOf("Uid", status)?.Split('\t') is { Length: 4 } users
        && uint.TryParse(users[1], CultureInfo.InvariantCulture, out var effective) ? effective : null;

    /// <summary>The pid that a process has for itself.</summary>
    public static int? NamespacePid(int pid) => Status(pid) is { } status ? NamespacePids(status) is [.., var inner] ? inner : pid : null;

    /// <summary>"NSpid: outermost ... innermost", namespaces(7); none where the kernel does not say.</summary>
    private static int[] NamespacePids(string status) =>
    [
        .. (ValueOf("NSpid", status) ?? "").Split('\t')
            .Select(text => int.TryParse(text, CultureInfo.InvariantCulture, out var pid) ? pid : 0).Where(pid => pid > 0),
    ];

    /// <summary>Everything that names a process, or null if it has gone, is a zombie or a kernel thread.</summary>
    public static ProcessFacts? Facts(ProcessStat stat)
    {
        if (stat.IsZombie || stat.IsKernelThread || Status(stat.Pid) is not { } status)
            return null;
        var inner = NamespacePids(status) is { Length: > 1 } pids ? pids[^1] : (int?)null;
        return new ProcessFacts(
            stat.Pid, stat.ParentPid, stat.StartTicks, stat.Name,
            CommandLine(stat.Pid) ?? "", Executable(stat.Pid), UserId(status), inner, stat.Threads)
        {
            StackStart = stat.StackStart,
        };
    }
}
