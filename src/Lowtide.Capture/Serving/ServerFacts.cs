using System.Text;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Capture.Serving;

/// <summary>What a server shows of how it was told to serve: by which its own way to end a worker is chosen, or refused.</summary>
/// <param name="Words">Its head's command line; a title, where it wrote one over it.</param>
/// <param name="Variables">Those that are asked for; null where they may not be read.</param>
public sealed record ServerFacts(IReadOnlyList<string> Words, IReadOnlyDictionary<string, string>? Variables)
{
    public string Line => string.Join(' ', Words);

    public int Pid { get; init; }

    /// <summary>The pid that its head has for itself: another in a container.</summary>
    public int? OwnPid { get; init; }

    /// <summary>Its head's; null where it cannot be read.</summary>
    public string? Executable { get; init; }

    /// <summary>Of files that its head and one worker map.</summary>
    public IReadOnlyList<string> Mapped { get; init; } = [];

    /// <summary>Of the settings that its command line names, whole; null where one of them cannot be read.</summary>
    public IReadOnlyList<string>? Settings { get; init; } = [];

    /// <summary>The first that could not be read, or may be one of two files.</summary>
    public string? Unread { get; init; }

    /// <summary>The first that was changed after the oldest worker was started: what the server runs with it may not say any more.</summary>
    public string? ChangedSettings { get; init; }

    /// <summary>The largest number of threads of a worker.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>A file of code in its folder that was written after the youngest worker was started; null where none is seen.</summary>
    public string? Newer { get; init; }

    /// <summary>It leads no workers.</summary>
    public bool IsAlone { get; init; }

    /// <summary>Its master has died, and its workers were left.</summary>
    public bool IsOrphaned { get; init; }

    /// <summary>A worker was forked by another one.</summary>
    public bool IsNested { get; init; }

    /// <summary>The program of whoever started its head: "runsv", "systemd"; null where that cannot be read.</summary>
    public string? Parent { get; init; }

    /// <summary>Of its head's cgroup: "shop.service"; null where it is in none.</summary>
    public string? Unit { get; init; }

    /// <summary>Whether systemd starts that unit anew after a clean end; null where it is in none, or no file of it is found.</summary>
    public bool? UnitStartsAnew { get; init; }

    private const int MostFiles = 16, MostBytes = 256 << 10, MostMapped = 4096;

    /// <param name="variables">Their names.</param>
    /// <param name="settings">Which of the words names a file of settings.</param>
    /// <returns>Null where it has gone.</returns>
    /// <param name="booted">When the machine was.</param>
    public static ServerFacts? Of(
        int head, IReadOnlyList<string> variables, Func<IReadOnlyList<string>, IEnumerable<string>> settings, DateTimeOffset booted)
    {
        if (Procfs.Words(head) is not { } words || Find(head) is not { } family)
            return null;
        var workers = family.Workers.Where(worker => worker.Pid != family.Master?.Pid).ToList();
        var (texts, unread, changed) = (new List<string>(), (string?)null, (string?)null);
        foreach (var (at, path) in settings(words).Index())
            if (at < MostFiles && Named(head, path) is [var file])
            {
                texts.Add(file.Text);
                if (workers.Count > 0 && file.ChangedSeconds > Started(workers.Min(worker => worker.StartTicks)).ToUnixTimeSeconds())
                    changed ??= path;
            }
            else
                unread ??= path;
        var unit = Cgroups.MemoryPlace(head)?.Path.Split('/').LastOrDefault(part => part.EndsWith(".service", StringComparison.Ordinal));
        return new ServerFacts(words, Procfs.Settings(head, variables))
        {
            Pid = head,
            OwnPid = Procfs.NamespacePid(head),
            Executable = Procfs.Executable(head),
            Mapped = [.. new[] { head }.Concat(workers.Take(1).Select(worker => worker.Pid)).SelectMany(Names).Distinct(StringComparer.Ordinal)],
            Settings = unread is null ? texts : null,
            Unread = unread,
            ChangedSettings = changed,
            Threads = family.Members.Max(member => member.Threads),
            Newer = workers.Count == 0 ? null
                : ProgramFiles.NewerThan(head, Started(workers.Max(worker => worker.StartTicks))),
            IsAlone = workers.Count == 0,
            IsOrphaned = family.Master is null,
            IsNested = workers.Exists(worker => worker.ParentPid != head),
            Parent = Procfs.Stat(family.Head.ParentPid)?.Program,
            Unit = unit,
            // What a service's process started by itself is not started anew.
            UnitStartsAnew = unit is not null && family.Head.ParentPid == 1 ? UnitFile.StartsAnew(unit) : null,
        };

        DateTimeOffset Started(long ticks) => booted.AddSeconds(ticks / ClockTicks.PerSecond);
    }

    private static Family? Find(int head)
    {
        try
        {
            return FamilyLookup.Find($"{head}");
        }
        catch (NoSuchTargetException)
        {
            return null;
        }
    }

    private static IEnumerable<string> Names(int pid) => (Procfs.Mappings(pid) ?? []).Select(mapping => Path.GetFileName(mapping.Path) ?? "")
        .Where(name => name.Length > 0).Distinct(StringComparer.Ordinal).Take(MostMapped);

    /// <summary>
    /// As the process has found it: by the folder that it was started in, and its root. Where it has gone to another since, the one that its shell was in
    /// (PWD) may be that: then there may be two.
    /// </summary>
    private static List<(string Text, long ChangedSeconds, ulong Inode)> Named(int pid, string path)
    {
        var folders = path.StartsWith('/') ? [""]
            : new[] { Procfs.Folder(pid), Procfs.Settings(pid, [Shell])?.GetValueOrDefault(Shell) }.OfType<string>().Distinct(StringComparer.Ordinal);
        return [.. folders.Select(folder => Read(pid, folder.Length == 0 ? path : $"{folder}/{path}")).OfType<(string, long, ulong Inode)>()
            .DistinctBy(file => file.Inode)];
    }

    private const string Shell = "PWD";

    private static (string Text, long ChangedSeconds, ulong Inode)? Read(int pid, string path)
    {
        using var file = MappedFile.TryOpenNamed(pid, path, out _);
        if (file is null || FileStat.Of(file) is not { } stat)
            return null;
        var bytes = new byte[MostBytes];
        var length = RandomAccess.Read(file, bytes, 0);
        return length < MostBytes ? (Encoding.UTF8.GetString(bytes, 0, length), stat.ChangedSeconds, stat.Inode) : null;
    }
}
