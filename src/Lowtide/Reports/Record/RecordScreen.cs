using Lowtide.Analysis;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Writing;

namespace Lowtide.Reports.Record;

/// <summary>What <c>lowtide record</c> shows a person: one line that is redrawn on a terminal, and how it ended.</summary>
internal sealed class RecordScreen : IDisposable
{
    private readonly ProgressLine _line = new();
    private readonly string _head;
    private readonly TimeSpan _duration;

    public RecordScreen(ProcessStat head, TimeSpan duration)
    {
        _head = $"recording {head.Name} {head.Pid}";
        _duration = duration;
        _line.Show($"{_head}: looking at every page");
    }

    public void Show(RecordingProgress progress) => _line.Show(
        $"{_head}: {Amount.Time(progress.Elapsed.TotalSeconds)} of {Amount.Time(_duration.TotalSeconds)}, "
        + $"{Processes(progress.Processes)}, {Screen.Size(progress.PssBytes)} in all (PSS); Ctrl-C ends it early");

    /// <summary>Of a runtime that samples allocations at random, before it does.</summary>
    public void SaySilenced()
    {
        _line.Dispose();
        Console.Error.WriteLine("note: this .NET runtime tells other tools nothing of allocations (AllocationTick) while they are sampled");
    }

    public static void ShowEnd(string path, string target, RecordingSummary summary, TextConsole? console = null)
    {
        var early = summary.End switch
        {
            RecordingEnd.Duration => "",
            RecordingEnd.Stopped => ", ended early as asked",
            _ => ", ended early with its target",
        };
        Screen.Line($"{path}: {Amount.Time(summary.Seconds)}{early}, {summary.Samples} samples of {Processes(summary.Processes)}, "
            + $"{Amount.Count(summary.Snapshots, "snapshot")}, "
            + Screen.Size(new FileInfo(path) is { Exists: true } file ? file.Length : null)
            + $"; next: lowtide explain {target}", console);
        Screen.CouldNotRead(summary.CouldNotRead, console);
    }

    public void Dispose() => _line.Dispose();

    private static string Processes(int count) => Amount.Count(count, "process", "processes");
}
