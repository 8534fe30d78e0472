using System.Diagnostics;
using System.Globalization;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary><c>lowtide record</c> at work.</summary>
internal sealed class Recorder : IDisposable
{
    private readonly Process _process;

    public Recorder(int target, string file, params string[] more)
    {
        File = file;
        // nohup and a shell in the background would have it ignore the signals that it is to get.
        string[] plain = ["--default-signal=HUP,INT,TERM", Built.Lowtide];
        _process = Process.Start(new ProcessStartInfo("env", [.. plain, "record", target.ToString(CultureInfo.InvariantCulture), "-o", file, .. more])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
    }

    public string File { get; }

    /// <summary>Returns when the file holds what is asked for: it is read while it is written, as anybody may.</summary>
    public Recordings.Recording WaitFor(Func<Recordings.Recording, bool> holds)
    {
        var patience = Stopwatch.StartNew();
        while (true)
        {
            try
            {
                if (RecordingReader.Read(File) is var recording && holds(recording))
                    return recording;
            }
            catch (RecordingException) when (patience.Elapsed < TimeSpan.FromSeconds(30))
            {
                // Not begun yet.
            }
            if (_process.HasExited || patience.Elapsed > TimeSpan.FromSeconds(60))
                throw new InvalidOperationException(
                    $"the recorder never came so far: {(_process.HasExited ? _process.StandardError.ReadToEnd() : "it still runs")}");
            Thread.Sleep(20);
        }
    }

    public void Signal(string name) => Ran.Command(["kill", $"-{name}", $"{_process.Id}"]);

    public Ran End()
    {
        var (output, error) = Patience.ForAll(_process);
        return new Ran(_process.Id, _process.ExitCode, output, error);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.Dispose();
    }
}
