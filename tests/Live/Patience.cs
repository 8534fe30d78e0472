using System.Diagnostics;

namespace Lowtide.Tests.Live;

/// <summary>Waits for what a target says, and never for ever: one that hangs fails its own test and no other.</summary>
internal static class Patience
{
    /// <summary>Of a target on a busy machine; none takes that long by itself.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    /// <summary>Of a command: a trial of some pairs, or a study.</summary>
    public static readonly TimeSpan OfCommand = TimeSpan.FromMinutes(9);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <param name="awaited">What the line is to tell, for the message.</param>
    /// <returns>Null at the end of its output.</returns>
    /// <exception cref="TimeoutException">It said nothing for so long, and has been killed.</exception>
    public static string? Line(Process target, string awaited, TimeSpan? limit = null)
    {
        var line = target.StandardOutput.ReadLineAsync();
        if (Task.WaitAny([line], limit ?? Limit) == 0)
            return line.GetAwaiter().GetResult();
        throw Hangs(target, $"waited {limit ?? Limit} for a line: {awaited}");
    }

    /// <summary>Looks again and again: for what a target leaves in its memory and tells nobody.</summary>
    /// <param name="seen">Gives null as long as there is nothing.</param>
    /// <exception cref="TimeoutException">There was nothing for so long.</exception>
    public static T Until<T>(Func<T?> seen, string awaited, TimeSpan? limit = null)
        where T : class
    {
        for (var waited = Stopwatch.StartNew(); waited.Elapsed < (limit ?? Limit); Thread.Sleep(Pause))
            if (seen() is { } found)
                return found;
        throw new TimeoutException($"waited {limit ?? Limit} for {awaited}");
    }

    public static void ForEnd(Process target, TimeSpan? limit = null)
    {
        if (!target.WaitForExit(limit ?? Limit))
            throw Hangs(target, $"waited {limit ?? Limit} for its end");
    }

    /// <summary>What a command says until it and whoever it left its output to have ended.</summary>
    public static (string Output, string Error) ForAll(Process command)
    {
        var said = Task.WhenAll(command.StandardOutput.ReadToEndAsync(), command.StandardError.ReadToEndAsync());
        if (Task.WaitAny([said], OfCommand) != 0)
            throw command.HasExited
                ? new TimeoutException($"{command.StartInfo.FileName} has ended, and for {OfCommand} somebody that it started held its output")
                : Hangs(command, $"waited {OfCommand} for the end of its output");
        ForEnd(command);
        return (said.Result[0], said.Result[1]);
    }

    private static TimeoutException Hangs(Process target, string what)
    {
        var command = string.Join(' ', [target.StartInfo.FileName, .. target.StartInfo.ArgumentList]);
        target.Kill(entireProcessTree: true);
        return new TimeoutException($"target {target.Id} ({command}) hangs: {what}. It was killed.");
    }
}
