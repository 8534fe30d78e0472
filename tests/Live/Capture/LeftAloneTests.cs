using System.Diagnostics;
using System.Text.RegularExpressions;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Capture;

/// <summary>A target that is looked at is not stopped, not signalled and not written to, and serves on.</summary>
public sealed partial class LeftAloneTests
{
    private const int Kills = 6;

    [Theory]
    [InlineData("ps", "mem")]
    [InlineData("explain", "mem")]
    [InlineData("faults", "pagemap", "-d", "200ms")]
    public void No_call_is_aimed_at_it(string verb, string looksAt, params string[] more)
    {
        Assert.SkipUnless(Ran.Command(["sh", "-c", "strace -o /dev/null true"]).ExitCode == 0, "strace is missing or not permitted");
        using var folder = new TempFolder();
        using var target = Said.StartAny("reads_copy.py");
        var trace = folder.File("trace");
        // .NET signals its own threads.
        const string Calls = "ptrace,kill,tkill,tgkill,pidfd_open,pidfd_send_signal,process_vm_readv,process_vm_writev,process_madvise,open,openat";
        var ran = Ran.Command(["strace", "-f", "-qq", "-o", trace, "-e", $"trace={Calls}", Built.Lowtide, verb, $"{target.Pid}", .. more]);
        Assert.Equal(0, ran.ExitCode);

        var lines = File.ReadAllLines(trace);
        Assert.Contains(lines, line => line.Contains($"/proc/{target.WorkerPids()[0]}/{looksAt}"));
        foreach (var pid in target.WorkerPids().Append(target.Pid))
        {
            // process_vm_readv makes the kernel copy the shared pages that it reads: only to ask for permission, nothing read.
            Assert.DoesNotContain(lines, line => Aimed().Match(line) is { Success: true } call
                && call.Groups["pid"].Value == $"{pid}"
                && !(call.Groups["call"].Value == "process_vm_readv" && line.Contains("= -1 EFAULT")));
            Assert.DoesNotContain(lines, line => line.Contains($"\"/proc/{pid}/") && !line.Contains("O_RDONLY"));
        }
    }

    /// <summary>Several times killed where it stands in mid-scan, with the target's memory open.</summary>
    [Fact]
    public async Task It_serves_every_request_while_lowtide_is_killed()
    {
        using var target = Said.StartAny("serving.py");
        var port = target.Said.GetProperty("port").GetInt32();
        var starts = target.WorkerPids().Select(pid => Procfs.Stat(pid)!.StartTicks).ToList();
        await using var clients = new Clients(port);
        var killed = 0;
        for (var number = 0; number < 20 * Kills && killed < Kills; number++)
            killed += KillInMidScan(target) ? 1 : 0;
        var (sent, answered) = await clients.EndAsync();

        Assert.Equal(Kills, killed);
        Assert.Equal(sent, answered);
        Assert.Equal(starts, target.WorkerPids().Select(pid => Procfs.Stat(pid)!.StartTicks));
        Assert.All(target.WorkerPids(), pid => Assert.Contains(Procfs.Stat(pid)!.State, "SRD"));
    }

    /// <summary>False if it was through before it was seen to scan.</summary>
    private static bool KillInMidScan(Target target)
    {
        using var lowtide = Process.Start(new ProcessStartInfo(Built.Lowtide, ["explain", $"{target.Pid}"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var memory = target.WorkerPids().Select(pid => $"/proc/{pid}/mem").ToHashSet();
        var scanning = false;
        while (!scanning && !lowtide.HasExited)
            scanning = OpenFiles(lowtide.Id).Any(memory.Contains);
        lowtide.Kill();
        Patience.ForEnd(lowtide);
        return scanning && lowtide.ExitCode == 128 + 9;
    }

    private static IEnumerable<string> OpenFiles(int pid)
    {
        try
        {
            return [.. Directory.EnumerateFiles($"/proc/{pid}/fd").Select(file => new FileInfo(file).LinkTarget).OfType<string>()];
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    [GeneratedRegex(@"^\d+\s+(?<call>\w+)\((?<pid>-?\d+),", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Aimed();
}
