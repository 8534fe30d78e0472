using System.ComponentModel.DataAnnotations;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>
/// How a server loads its program before it forks, by its own configuration: no remedy, as nothing that Lowtide launches it with would set it safely.
/// </summary>
/// <param name="Server">Of those that Lowtide knows a setting of.</param>
/// <param name="Text">What to set, and what that does.</param>
/// <param name="Command">The server's command with it set, to be tried; null where it is set elsewhere.</param>
public sealed record PreloadSetting(
    [AllowedValues(
        ServerProgram.Uwsgi, ServerProgram.Gunicorn, ServerProgram.Celery, ServerProgram.Puma, ServerProgram.Unicorn, ServerProgram.ForkServer)]
    string Server,
    string Text,
    string? Command)
{
    /// <summary>Null where nothing is predicted; its low end is below 0 where it may take more.</summary>
    public Saving? Saving { get; init; }

    private static readonly Dictionary<string, string> ByServer = new()
    {
        [ServerProgram.Uwsgi] =
            "without lazy-apps and lazy the master loads the application before it forks; what the application itself puts off to a worker's"
            + " first request, load in its module",
        [ServerProgram.Gunicorn] =
            "--preload (preload_app = True) has the master load the application before it forks; what that puts off to a worker's first"
            + " request, load in its module",
        [ServerProgram.Celery] =
            "modules named in imports or include are loaded before the pool forks; what tasks load at their first run, or in"
            + " worker_process_init, load in such a module",
        [ServerProgram.Puma] =
            "preload_app! in its configuration has the master load the application before it forks; each worker opens its own connections"
            + " (on_worker_boot)",
        [ServerProgram.Unicorn] =
            "preload_app true in its configuration has the master load the application before it forks; each worker opens its own connections"
            + " (after_fork)",
        [ServerProgram.ForkServer] =
            "multiprocessing.set_forkserver_preload([MODULE, ...]), called before the first process is started, has the fork server load them;"
            + " it looks for them on PYTHONPATH, and passes over what it does not find",
    };

    /// <returns>Null of another finding, where the server has none, or is not known.</returns>
    public static PreloadSetting? For(Finding finding, FamilySnapshot family) =>
        finding.Id == NotPreloaded.FindingId && ServerProgram.Of(family) is { } server && ByServer.TryGetValue(server, out var text)
            ? new PreloadSetting(server, text, PreloadingCommand.Of(server, StartLine.Of(family)))
            {
                Saving = Bytes(finding, NotPreloaded.LowBytes) is { } low && Bytes(finding, NotPreloaded.HighBytes) is { } high ? new Saving(low, high) : null,
            }
            : null;

    private static long? Bytes(Finding finding, string name) => (long?)finding.Evidence.FirstOrDefault(row => row.Name == name)?.Value;
}
