using System.Diagnostics;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Torture;

/// <summary>SIGKILL at any moment of a look at a server under load: it serves on, none of its processes is stopped, and nothing of Lowtide's is left.</summary>
public sealed class KilledVerbsTests : IDisposable
{
    private const int Sample = 6, Whole = 500;

    /// <summary>So long that it never ends by itself.</summary>
    private const string Endless = "1h";

    private readonly Leavings _leavings = new();

    public void Dispose() => _leavings.Dispose();

    [Fact]
    public Task Ps() => KillAsync("ps", pid => [["ps", pid], ["ps"], ["ps", "--all"], ["ps", pid, "--json"]]);

    [Fact]
    public Task Explain() => KillAsync("explain", pid => [["explain", pid], ["explain", pid, "--details"], ["explain", pid, "--json"]]);

    [Fact]
    public Task Record() => KillAsync(
        "record", pid => [["record", pid, "-d", "400ms", "--interval", "100ms", "-o", Recording], ["record", pid, "-d", Endless, "-o", Recording]]);

    [Fact]
    public Task Faults() => KillAsync(
        "faults", pid => [["faults", pid, "-d", "300ms"], ["faults", pid, "-d", "100ms", "--folded", "-"], ["faults", pid, "-d", Endless]]);

    private string Recording => _leavings.File("recording/x.lowtide");

    private async Task KillAsync(string verb, Func<string, string[][]> calls)
    {
        using var target = Said.StartAny("serving.py");
        int[] members = [target.Pid, .. target.WorkerPids()];
        var starts = members.Select(pid => Procfs.Stat(pid)!.StartTicks).ToList();
        await using var clients = new Clients(target.Said.GetProperty("port").GetInt32());
        var rack = new Rack($"kill -9 of {verb}", Sample, Whole);
        var forms = calls($"{target.Pid}");
        // How long each form is at work, so that moments are drawn from all of it: learnt on the way, for the machine has others to serve.
        var lengths = forms.Select(_ => 500.0).ToArray();
        var (killed, stopped) = (0, 0);
        for (var number = 0; killed < rack.Times && number < 10 * rack.Times; number++)
        {
            var (random, form) = (Rack.Numbers(number), Rack.Turn(number, forms.Length));
            using var lowtide = _leavings.Start(forms[form]);
            var ended = lowtide.WaitForExit(TimeSpan.FromMilliseconds(random.NextDouble() * lengths[form]));
            var sent = Stopwatch.StartNew();
            if (!ended)
                lowtide.Kill();
            lowtide.WaitForExit();
            var gone = sent.Elapsed;
            ended = lowtide.ExitCode != 128 + 9;
            lengths[form] = Math.Clamp(lengths[form] * (ended ? 0.9 : 1.06), 50, forms[form].Contains(Endless) ? 1500 : 5000);
            foreach (var left in _leavings.Found())
                rack.Wrong($"left {left}", number);
            foreach (var state in members.Select(pid => Procfs.Stat(pid)?.State ?? '-').Where(state => !"SRD".Contains(state)))
            {
                rack.Wrong($"a process of the target is in state {state}", number);
                stopped++;
            }
            if (Path.GetDirectoryName(Recording) is { } folder)
                foreach (var file in Directory.GetFiles(folder))
                    File.Delete(file);
            if (ended)
                continue;
            killed++;
            rack.Tried(gone);
        }
        var (asked, answered) = await clients.EndAsync();
        if (asked != answered)
            rack.Wrong($"{asked - answered} of {asked} requests were not answered", 0);
        if (!starts.SequenceEqual(members.Select(pid => Procfs.Stat(pid)?.StartTicks ?? 0)))
            rack.Wrong("a process of the target is another now", 0);
        rack.End($"{answered} of {asked} requests answered, {stopped} stopped");
    }
}
