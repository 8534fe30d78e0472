using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>
/// What a server's own configuration has against a finding: no remedy, as nothing that Lowtide launches it with would set it safely.
/// </summary>
/// <param name="Server">Of those that Lowtide knows a setting of.</param>
/// <param name="Text">What to set, and what that does.</param>
/// <param name="Command">The server's command with it set, to be tried; null where it is set elsewhere.</param>
public sealed record ServerSetting(
    [AllowedValues(
        ServerProgram.Uwsgi, ServerProgram.Gunicorn, ServerProgram.Celery, ServerProgram.Puma, ServerProgram.Unicorn, ServerProgram.ForkServer)]
    string Server,
    string Text,
    string? Command)
{
    /// <summary>Null where nothing is predicted; its low end is below 0 where it may take more.</summary>
    public Saving? Saving { get; init; }

    /// <summary>By finding and server.</summary>
    private static readonly Dictionary<(string Finding, string Server), string> All = new()
    {
        [(NotPreloaded.FindingId, ServerProgram.Uwsgi)] =
            "without lazy-apps and lazy the master loads the application before it forks; what the application itself puts off to a worker's"
            + " first request, load in its module",
        [(NotPreloaded.FindingId, ServerProgram.Gunicorn)] =
            "--preload (preload_app = True) has the master load the application before it forks; what that puts off to a worker's first"
            + " request, load in its module",
        [(NotPreloaded.FindingId, ServerProgram.Celery)] =
            "modules named in imports or include are loaded before the pool forks; what tasks load at their first run, or in"
            + " worker_process_init, load in such a module",
        [(NotPreloaded.FindingId, ServerProgram.Puma)] =
            "preload_app! in its configuration has the master load the application before it forks; each worker opens its own connections"
            + " (on_worker_boot)",
        [(NotPreloaded.FindingId, ServerProgram.Unicorn)] =
            "preload_app true in its configuration has the master load the application before it forks; each worker opens its own connections"
            + " (after_fork)",
        [(NotPreloaded.FindingId, ServerProgram.ForkServer)] =
            "multiprocessing.set_forkserver_preload([MODULE, ...]), called before the first process is started, has the fork server load them;"
            + " it looks for them on PYTHONPATH, and passes over what it does not find",
    };

    /// <returns>Null where the server has none, or is not known.</returns>
    public static ServerSetting? For(Finding finding, FamilySnapshot family) =>
        ServerProgram.Of(family) is { } server && All.TryGetValue((finding.Id, server), out var text)
            ? new ServerSetting(server, text, PreloadingCommand.Of(server, family.Head.Process.CommandLine))
            {
                Saving = Bytes(finding, NotPreloaded.LowBytes) is { } low && Bytes(finding, NotPreloaded.HighBytes) is { } high ? new Saving(low, high) : null,
            }
            : null;

    private static long? Bytes(Finding finding, string name) => (long?)finding.Evidence.FirstOrDefault(row => row.Name == name)?.Value;
}
