using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>
/// <c>lowtide trial</c> on trial_server.py, with a port and a folder for temporary files of its own. Everything it starts
/// inherits a mark in its environment, by which whatever is left can be found.
/// </summary>
internal sealed class TrialProcess : IDisposable
{
    public const string Collector = "cpython.gc-threshold-0", Arenas = "malloc.arena-max-2";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly TempFolder _folder = new();
    private readonly Mark _mark = new();
    private Process? _process;

    public int Port { get; } = FreePort();

    public string Url => $"http://127.0.0.1:{Port}/";

    public string Flag => _folder.File("flag");

    public string Temporary => Path.GetDirectoryName(_folder.File("tmp/x"))!;

    /// <summary>The files that trials are kept in.</summary>
    public IReadOnlyList<string> Kept => Directory.Exists(Shelf) ? Directory.GetFiles(Shelf) : [];

    private string State => Path.Combine(Temporary, "state");

    private string Shelf => Path.Combine(State, "lowtide", "trials");

    /// <summary>The folders of logs that trials left behind.</summary>
    public IReadOnlyList<string> Folders => Directory.GetDirectories(Temporary, "lowtide-trial-*");

    public string Load(int requests = 60, string path = "") =>
        $"python3 {Target.Path("trial_load.py")} {{url}}{path} {requests}";

    public string[] Server(params string[] trouble) =>
        ["/usr/bin/python3", Target.Path("trial_server.py"), $"{Port}", .. trouble];

    /// <param name="options">Beside --ready, and --load and --settle if these are not among them: few tests are about memory, and none of the others waits.
    /// </param>
    public string[] Words(string[] server, params string[] options)
    {
        string[] load = options.Contains("--load") ? [] : ["--load", Load()];
        string[] settle = options.Contains("--settle") ? [] : ["--settle", "1ms"];
        string[] remedy = options.Contains("--remedy") || options.Contains("--arm") ? [] : ["--remedy", Collector];
        return [Built.Lowtide, "trial", "--ready", Url, .. load, .. settle, .. remedy, .. options, "--", .. server];
    }

    /// <summary>Runs to the end.</summary>
    public Ran Run(string[] server, params string[] options) => Run(Words(server, options));

    public Ran Run(string[] words) => Run(words, _mark.Variable);

    public Ran Run(string[] words, (string Name, string Value) beside) =>
        Ran.Command(words, ("TMPDIR", Temporary), ("XDG_STATE_HOME", State), _mark.Variable, beside);

    /// <summary>Starts, to be interrupted.</summary>
    public void Start(string[] server, params string[] options) => Start(Words(server, options));

    /// <summary>A shell that runs tests in the background would have it ignore Ctrl-C: that is put back.</summary>
    public void Start(string[] words)
    {
        var start = new ProcessStartInfo("env", ["--default-signal=INT", .. words])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Ran.Folder,
        };
        start.Environment["TMPDIR"] = Temporary;
        start.Environment["XDG_STATE_HOME"] = State;
        start.Environment[_mark.Variable.Name] = _mark.Variable.Value;
        _process = Process.Start(start)!;
    }

    public void Signal(string signal) => Signal(signal, _process!.Id);

    /// <summary>One that may have ended by itself.</summary>
    public void SignalIfThere(string signal)
    {
        if (!_process!.HasExited)
            Ran.Command(["kill", $"-{signal}", $"{_process.Id}"]);
    }

    /// <param name="command">How the command line of one marked process begins.</param>
    public void Signal(string signal, string command) =>
        Signal(signal, _mark.Pids().Single(each => Mark.CommandLine(each).StartsWith(command)));

    /// <summary>To the guard of the server that is running; a load has a guard of its own.</summary>
    public void SignalGuard(string signal) =>
        Signal(signal, _mark.Pids().Single(each => Mark.CommandLine(each) is var line
            && line.StartsWith(Built.Installation.Guard) && line.Split(' ')[1].EndsWith(".log")));

    private static void Signal(string signal, int pid) => Assert.Equal(0, Ran.Command(["kill", $"-{signal}", $"{pid}"]).ExitCode);

    public async Task<Ran> EndAsync()
    {
        var (output, error) = (_process!.StandardOutput.ReadToEndAsync(), _process.StandardError.ReadToEndAsync());
        await _process.WaitForExitAsync().WaitAsync(Patience);
        return new(_process.Id, _process.ExitCode, await output, await error);
    }

    /// <summary>Command lines of the processes that bear the mark.</summary>
    public IReadOnlyList<string> Left() => _mark.Left();

    /// <param name="command">How its command line begins: the trial's own names everything.</param>
    public Task UntilRunsAsync(string command) =>
        UntilAsync(() => Left().Any(line => line.StartsWith(command)), $"'{command}' runs");

    public Task UntilNothingIsLeftAsync() => UntilAsync(() => Left().Count == 0, "nothing is left");

    public static async Task UntilAsync(Func<bool> holds, string what)
    {
        for (var waited = Stopwatch.StartNew(); !holds(); await Task.Delay(5))
            Assert.True(waited.Elapsed < Patience, $"waited in vain until {what}");
    }

    public void Dispose()
    {
        if (_process is { HasExited: false })
            _process.Kill();
        _process?.Dispose();
        _folder.Dispose();
    }

    /// <summary>Below those that the kernel hands out by itself: a client of another test would come to hold one of these.</summary>
    private static int FreePort()
    {
        while (true)
        {
            using var listener = new TcpListener(IPAddress.Loopback, Random.Shared.Next(10_000, 32_000));
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException)
            {
                // Taken: the next.
            }
        }
    }
}
