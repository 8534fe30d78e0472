using System.Globalization;
using System.Runtime.InteropServices;
using Lowtide.Capture.Families;
using Lowtide.Reports.Ps;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>
/// <c>lowtide ps --watch</c>: looks again and again, at one family or at all, until Ctrl-C, which is its normal end. On a
/// terminal it draws in place; in a pipe one block follows another.
/// </summary>
internal static class PsWatch
{
    /// <summary>Of the time: a census of a large family takes seconds of a processor that its server may need.</summary>
    private const double MostShareOfTime = 0.2;

    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(2), Shortest = TimeSpan.FromMilliseconds(100),
        TimeToEnd = TimeSpan.FromSeconds(1);

    public static async Task<int> RunAsync(string? target, string? every, bool all, bool json)
    {
        // "--watch uwsgi": the word behind it is no time, so it is the TARGET.
        if (every is not null && target is null && Interval(every) is null && !char.IsAsciiDigit(every[0]))
            (target, every) = (every.StartsWith('-') ? throw Failure.Wrong($"{Targets.WrongOption} '{every}' (see 'lowtide ps --help')") : every, null);
        var interval = every is null ? Usual : Interval(every) ?? throw NoInterval(every);
        PsCommand.MustNotBeBoth(target, all);
        using var asked = new StopRequest().WithReader();
        var stop = asked.Token;
        // It may be writing into a pipe that nobody reads.
        using var late = stop.Register(
            () => _ = Task.Delay(TimeToEnd, TimeProvider.System).ContinueWith(_ => Environment.Exit(Status(asked)), TaskScheduler.Default));
        var look = target is null ? () => FamilyLooks.All(all, stop) : Following(Targets.Live(target), stop);
        try
        {
            await WatchAsync(look, json ? new PsWatchDocuments() : new PsWatchScreen(target is not null), interval, stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // Ctrl-C, as it is meant to end.
        }
        return Status(asked);
    }

    private static int Status(StopRequest asked) => asked.ExitCode == ReaderGoneException.Status ? ReaderGoneException.Status : 0;

    private static async Task WatchAsync(Func<PsSnapshot> look, IPsWatcher watcher, TimeSpan interval, CancellationToken stop)
    {
        var time = TimeProvider.System;
        using var resized = new SemaphoreSlim(0);
        using var listening = PosixSignalRegistration.Create(PosixSignal.SIGWINCH, _ => resized.Release());
        while (true)
        {
            var began = time.GetTimestamp();
            watcher.Show(look());
            var took = time.GetElapsedTime(began);
            var due = TimeSpan.FromTicks(Math.Max(interval.Ticks, (took / MostShareOfTime).Ticks));
            while (due - time.GetElapsedTime(began) is { Ticks: > 0 } left && await resized.WaitAsync(left, stop))
                watcher.ShowAgain();
            stop.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Its workers may come and go; it ends with its master.</summary>
    private static Func<PsSnapshot> Following(Family family, CancellationToken stop)
    {
        var follower = new FamilyFollower(family);
        return () => (follower.Now() is { } now ? FamilyLooks.One(now, stop) : null)
            ?? throw new Failure($"process {family.Head.Pid} ({Screen.Plain(family.Head.Program)}) has ended, or became another program");
    }

    /// <summary>A bare number is one of seconds here; above 60 it looks more like a pid.</summary>
    private static TimeSpan? Interval(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            ? seconds is >= 0.1 and <= 60 ? TimeSpan.FromSeconds(seconds) : null
            : DurationText.Parse(text) is { } duration && duration >= Shortest ? duration : null;

    private static Failure NoInterval(string text) => Failure.Wrong(
        $"--watch takes seconds from 0.1 to 60, or a time such as 5m, not '{text}': 'lowtide ps TARGET --watch' watches one family");
}
