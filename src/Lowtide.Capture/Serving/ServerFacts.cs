using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

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

    /// <summary>The first that is named by a relative path and was found where the process is now alone, which need not be where it was started.</summary>
    public string? GuessedSettings { get; init; }

    /// <summary>The largest number of threads of a worker.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>A file of code in its folder that was written after the youngest worker was started, or a link beside that leads elsewhere since; null where
    /// neither is seen.</summary>
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

    private const int MostFiles = 16, MostMapped = 4096;

    /// <param name="asked">What of it decides anything.</param>
    /// <param name="booted">When the machine was.</param>
    /// <returns>Null where it has gone.</returns>
    public static ServerFacts? Of(int head, ServerQuestions asked, DateTimeOffset booted)
    {
        if (Procfs.Words(head) is not { } words || Find(head) is not { } family)
            return null;
        var variables = Procfs.Settings(head, asked.Variables);
        var workers = family.Workers.Where(worker => worker.Pid != family.Master?.Pid).ToList();
        DateTimeOffset Started(long ticks) => booted.AddSeconds(ticks / ClockTicks.PerSecond);
        var files = asked.Settings(words, variables).Select((path, at) => (Path: path, Found: at < MostFiles ? SettingsFile.Find(head, path) : [])).ToList();
        var unread = files.Find(file => file.Found is not [_]).Path;
        var read = files.Where(file => file.Found is [_]).Select(file => (file.Path, File: file.Found[0])).ToList();
        var oldest = workers.Count == 0 ? long.MaxValue : Started(workers.Min(worker => worker.StartTicks)).ToUnixTimeSeconds();
        var unit = Cgroups.MemoryPlace(head)?.Path.Split('/').LastOrDefault(part => part.EndsWith(".service", StringComparison.Ordinal));
        return new ServerFacts(words, variables)
        {
            Pid = head,
            OwnPid = Procfs.NamespacePid(head),
            Executable = Procfs.Executable(head),
            Mapped = [.. new[] { head }.Concat(workers.Take(1).Select(worker => worker.Pid)).SelectMany(Names).Distinct(StringComparer.Ordinal)],
            Settings = unread is null ? read.ConvertAll(one => one.File.Text) : null,
            Unread = unread,
            ChangedSettings = read.Find(one => one.File.WrittenSeconds > oldest).Path,
            GuessedSettings = read.Find(one => one.File.IsGuessed).Path,
            Threads = family.Members.Max(member => member.Threads),
            Newer = workers.Count == 0 ? null : ProgramFiles.SwitchedLink(head, Started(workers.Max(worker => worker.StartTicks)))
                ?? ProgramFiles.NewerThan(head, Started(workers.Max(worker => worker.StartTicks))),
            IsAlone = workers.Count == 0,
            IsOrphaned = family.Master is null,
            IsNested = workers.Exists(worker => worker.ParentPid != head),
            Parent = Procfs.Stat(family.Head.ParentPid)?.Program,
            Unit = unit,
            // What a service's process started by itself is not started anew.
            UnitStartsAnew = unit is not null && family.Head.ParentPid == 1 ? UnitFile.StartsAnew(unit) : null,
        };
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
}
