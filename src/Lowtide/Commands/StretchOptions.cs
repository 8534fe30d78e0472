using System.CommandLine;
using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Recordings.History;
using Lowtide.Recordings.Storage;
using Lowtide.Serve.Settings;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>--since and --until: a stretch of what 'lowtide serve' kept in the place of a live look or a file.</summary>
internal sealed class StretchOptions
{
    private readonly Option<string?> _since = new("--since")
    {
        Description = "of a server that 'lowtide serve' watches: from then on, as 2d, 90m ago or as a time; TARGET is its name there, or a pid",
        HelpName = "TIME",
    };

    private readonly Option<string?> _until = new("--until") { Description = "with --since: up to then; now without it", HelpName = "TIME" };

    private readonly Option<string?> _history = new("--history")
    {
        Description = "with --since: the folder of 'lowtide serve' where that is not the usual one",
        HelpName = "FOLDER",
    };

    public void AddTo(Command verb)
    {
        foreach (var option in new[] { _since, _until, _history })
            verb.Options.Add(option);
    }

    /// <summary>As they were given, for a call that asks for the same: " --since 2d".</summary>
    public string Words(ParseResult parsed) => string.Concat(new[] { _since, _until, _history }
        .Where(option => parsed.GetValue(option) is not null)
        .Select(option => $" {option.Name} {ShellWord.Of(parsed.GetValue(option)!)}"));

    /// <returns>Null where nobody asked for one.</returns>
    /// <exception cref="Failure">A wrong call.</exception>
    public Stretch? Of(ParseResult parsed, TimeProvider time)
    {
        var (now, since, until) = (time.GetUtcNow(), parsed.GetValue(_since), parsed.GetValue(_until));
        if (since is null)
        {
            foreach (var option in new[] { _until, _history })
                if (parsed.GetValue(option) is not null)
                    throw Failure.Wrong($"{option.Name} goes with --since");
            return null;
        }
        var stretch = new Stretch(
            Moment(_since.Name, since, now), until is null ? now : Moment(_until.Name, until, now), parsed.GetValue(_history) ?? ServeOptions.UsualFolder);
        return stretch.Since < stretch.Until ? stretch : throw Failure.Wrong("--since is to be before --until, and before now");
    }

    /// <summary>So long ago, or a time of this machine's clock.</summary>
    private static DateTimeOffset Moment(string name, string text, DateTimeOffset now) =>
        DurationText.Parse(text, bare: false) is { } ago ? now - ago
        : DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeLocal, out var at) ? at
        : throw Failure.Wrong($"{name} takes a time such as 2d or 90m, which is so long ago, or \"2026-03-01 03:00\", not '{Screen.Plain(text)}'");
}

/// <summary>A stretch of a history.</summary>
/// <param name="Folder">Of the history.</param>
internal sealed record Stretch(DateTimeOffset Since, DateTimeOffset Until, string Folder)
{
    /// <param name="target">Its label, or the pid of one of its processes.</param>
    /// <param name="load">Period of the server's load; null for a day.</param>
    /// <exception cref="Failure">Nothing of it was kept.</exception>
    public Recording Of(string target, TimeSpan? load, TimeProvider time) => Read(target, load, time).Recording;

    /// <returns>And what a reader is to know of it: how old its figures are, and that it has ended.</returns>
    /// <inheritdoc cref="Of"/>
    public (Recording Recording, IReadOnlyList<string> About) Read(string target, TimeSpan? load, TimeProvider time)
    {
        MustBeOwn();
        try
        {
            using var history = HistoryReader.Open(Folder, time);
            var label = int.TryParse(target, NumberStyles.None, CultureInfo.InvariantCulture, out var pid) ? history.LabelOf(pid) ?? target : target;
            var recording = history.Recording(label, Since, Until);
            string[] about =
            [
                .. new[] { history.EndedAt(label, Until) is { } ended ? $"It ended {At(ended)}." : null }.OfType<string>(),
                $"Its pages were looked into {At(recording.Latest.At)}.",
            ];
            return (load is { } period ? recording with { LoadPeriod = period } : recording, about);

            string At(DateTimeOffset at) => string.Create(
                CultureInfo.InvariantCulture,
                $"{Amount.Time(Math.Round((time.GetUtcNow() - at).TotalSeconds))} ago, at {at.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC");
        }
        catch (RecordingException failure)
        {
            throw Targets.Failed(failure);
        }
    }

    /// <summary>SQLite opens by name: where others could change what stands at it, they would lead the reader.</summary>
    private void MustBeOwn()
    {
        using var folder = Libc.OpenAt(Libc.WorkingDirectory, Folder, PathOnly | OfFolder | Libc.CloseOnExec, 0);
        // What is wrong with one that is not there the reader says.
        if (folder.IsInvalid || FileStat.Of(folder) is not { } stat)
            return;
        if (stat.Owner != Libc.EffectiveUser())
            throw new Failure($"{Screen.Plain(Folder)} belongs to {UserNames.Owner(stat.Owner)}: type 'sudo -u {UserNames.Of(stat.Owner)}' before this call");
        if ((stat.Mode & OthersWrite) != 0)
            throw new Failure($"others may write to {Screen.Plain(Folder)}: run chmod go-w on it, after a look at what is in it");
    }

    private const int PathOnly = 0x200000, OfFolder = 0x10000, OthersWrite = 0x12; // fcntl.h on x86-64; inode(7)
}
