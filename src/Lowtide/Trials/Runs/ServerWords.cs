using Lowtide.Launch;

namespace Lowtide.Trials.Runs;

/// <summary>What a server said last and how it ended, for the message about a run that failed.</summary>
internal static class ServerWords
{
    /// <summary>"; its last words:" and the lines, or that there are none.</summary>
    public static string Last(GuardedServer server) =>
        server.LastLogLines(5) is { Count: > 0 } lines
            ? $"; its last words:{string.Concat(lines.Select(line => $"\n    {line.TrimEnd().Replace('\t', ' ')}"))}"
            : "; it said nothing";

    public static string End(GuardedServer server) => server.Exited is { IsCompletedSuccessfully: true, Result: var end }
        ? end switch
        {
            { ExitCode: { } status } => $" with exit status {status}",
            { Signal: { } signal } => $" by signal {signal}",
            _ => "",
        }
        : "";
}
