using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Commands;
using Lowtide.Launch;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What a verb keeps of root's rights, by what the kernel says of the program that its front becomes.</summary>
public sealed partial class LeastPrivilegeTests : IDisposable
{
    private const int NotPermitted = 1;

    private const string Without = "no verb";

    private readonly TempFolder _folder = new();

    public static TheoryData<string> Words => ["", "--json", "--verbose ps", .. Kept().Keys.Where(verb => verb != Without)];

    /// <summary>The table in SECURITY.md is what is so.</summary>
    [Theory, MemberData(nameof(Words))]
    public void A_verb_keeps_what_is_written_and_no_more(string words)
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root has rights to drop");
        var front = Installed("#!/bin/sh\nexec cat /proc/self/status\n");
        var status = Ran.Command([front, .. words.Split(' ', StringSplitOptions.RemoveEmptyEntries)]).Output;
        var verb = Kept().ContainsKey(words) ? words : words.Split(' ')[^1];
        var all = Capabilities(File.ReadAllText("/proc/self/status"), "CapPrm");
        var kept = Kept().TryGetValue(verb, out var written) ? written : Kept()[Without];
        var starts = kept is null;
        foreach (var set in (string[])["CapPrm", "CapEff"])
            Assert.Equal(all & (kept ?? ulong.MaxValue), Capabilities(status, set));
        Assert.Equal(0UL, Capabilities(status, "CapBnd") & ~(kept ?? ulong.MaxValue));
        Assert.Equal(starts ? "0" : "1", Field(status, "NoNewPrivs"));
        Assert.Equal(starts ? "0" : "2", Field(status, "Seccomp"));
    }

    [Fact]
    public void Each_verb_is_in_the_table() => Assert.Subset(Kept().Keys.ToHashSet(), Verbs.Names.ToHashSet());

    [Fact]
    public void What_is_no_verb_may_read_its_own_program()
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root has rights to drop");
        var status = Ran.Command([Installed("#!/bin/sh\nexec cat /proc/self/status\n"), "expalin"]).Output;
        Assert.Equal(1UL << Number["DAC_READ_SEARCH"], Capabilities(status, "CapEff"));
    }

    /// <summary>Whoever took a reader over could not touch a process by it, nor start one.</summary>
    [Theory]
    [InlineData("explain")]
    [InlineData("record")]
    [InlineData("load")]
    public void A_verb_that_reads_can_touch_no_other_process(string verb) => MayTouch(verb);

    /// <summary>By the call that names a process for good, and no other.</summary>
    [Theory]
    [InlineData("guard")]
    [InlineData("serve --guard")]
    public void A_guard_can_signal_and_no_more(string words) => MayTouch(words, "pidfd_send_signal");

    private void MayTouch(string verb, params string[] may)
    {
        var program = Path.Combine(_folder.Path, "lib", "lowtide-program");
        var front = Installed("");
        File.Copy(CompiledTarget.Build("reaches_out"), program, overwrite: true);
        using var other = Process.Start(new ProcessStartInfo("sleep", ["1000"]))!;
        try
        {
            var said = Said(front, verb, other.Id);
            string[] own = ["own-fcntl", "own-kill", "own-tgkill", "own-prlimit", "read", "thread", .. may];
            Assert.All(own, call => Assert.Equal(0, said[call]));
            Assert.All(said.Keys.Except(own), call => Assert.Equal((call, NotPermitted), (call, said[call])));
            // It is the filter's doing, not this machine's.
            var free = Said(program, verb, other.Id);
            Assert.All(
                [
                    "kill", "tgkill", "tkill", "pidfd_send_signal", "prlimit", "fork", "clone", "fcntl-owner", "fcntl-owner-ex", "fcntl-signal",
                    "ioctl-owner", "ioctl-group",
                ],
                call => Assert.Equal((call, 0), (call, free[call])));
        }
        finally
        {
            other.Kill();
            other.WaitForExit();
        }
    }

    /// <summary>By the front's filter it could: it became Lowtide by it.</summary>
    [Fact]
    public void A_verb_that_reads_becomes_no_other_program()
    {
        using var target = Capture.Said.StartAny("many_workers.py", "1");
        using var reader = Process.Start(
            new ProcessStartInfo(Built.Lowtide, ["ps", $"{target.Pid}", "--watch", "1"]) { UseShellExecute = false, RedirectStandardOutput = true })!;
        try
        {
            Assert.NotNull(reader.StandardOutput.ReadLine());
            var outside = int.Parse(Field(File.ReadAllText("/proc/self/status"), "Seccomp_filters"), CultureInfo.InvariantCulture);
            foreach (var thread in Directory.GetDirectories($"/proc/{reader.Id}/task"))
                Assert.Equal($"{outside + 2}", Field(File.ReadAllText($"{thread}/status"), "Seccomp_filters"));
        }
        finally
        {
            reader.Kill();
            reader.WaitForExit();
        }
    }

    /// <summary>As Debian makes a home, and as who builds with umask 077 leaves the program.</summary>
    [Theory]
    [InlineData("chmod 700 .", "load")]
    [InlineData("chmod 700 .", "trials")]
    [InlineData("chmod 700 .", "help")]
    [InlineData("chmod -R go= .", "ps")]
    public void Root_starts_it_from_a_folder_that_is_closed(string closes, string verb)
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root can give a file away");
        var front = Installed("#!/bin/sh\necho started\n");
        Assert.Equal(0, Ran.Command(["sh", "-c", $"cd {_folder.Path} && {closes} && chown -R 65534:65534 ."]).ExitCode);
        Assert.Equal("started\n", Ran.Command([front, verb]).Output);
    }

    /// <summary>Also where the caller may not drop capabilities for good (CAP_SETPCAP), as in a container.</summary>
    [Fact]
    public void Nothing_comes_back_at_the_start_of_the_program()
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root has rights to drop");
        var front = Installed("#!/bin/sh\nexec cat /proc/self/status\n");
        var status = Ran.Command(["setpriv", "--bounding-set=-setpcap", front, "trials"]).Output;
        Assert.Equal(Kept()["trials"], Capabilities(status, "CapEff"));
    }

    public void Dispose() => _folder.Dispose();

    private static Dictionary<string, int> Said(string program, string verb, int other) =>
        Ran.Command([program, .. verb.Split(' ')], ("REACH_FOR", $"{other}")).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' ')).ToDictionary(line => line[0], line => int.Parse(line[1], CultureInfo.InvariantCulture));

    private string Installed(string program)
    {
        var front = _folder.File("lowtide");
        File.Copy(Built.Lowtide, front, overwrite: true);
        Ran.Command(["chmod", "755", _folder.File("lib/lowtide-program", program)]);
        return front;
    }

    /// <summary>Of each verb in the table; null for those that keep all.</summary>
    private static Dictionary<string, ulong?> Kept()
    {
        var kept = new Dictionary<string, ulong?>();
        var table = File.ReadAllText(Path.Combine(SourceTree.Root(), "SECURITY.md")).Split("## What each verb keeps")[1].Split("\n## ")[0];
        foreach (Match row in Rows().Matches(table))
            foreach (var verb in row.Groups["verbs"].Value.Replace("`", "").Split(", "))
                kept[verb] = row.Groups["keeps"].Value switch
                {
                    var words when words.StartsWith("all", StringComparison.Ordinal) => null,
                    "none" => 0,
                    var names => names.Split(", ").Aggregate(0UL, (bits, name) => bits | (1UL << Number[name])),
                };
        return kept;
    }

    /// <summary>include/uapi/linux/capability.h.</summary>
    private static readonly Dictionary<string, int> Number = new()
    {
        ["DAC_OVERRIDE"] = 1, ["DAC_READ_SEARCH"] = 2, ["IPC_LOCK"] = 14, ["SYS_PTRACE"] = 19, ["SYS_ADMIN"] = 21, ["SYS_NICE"] = 23, ["PERFMON"] = 38,
        ["CHECKPOINT_RESTORE"] = 40,
        ["SYSLOG"] = 34,
        ["KILL"] = 5,
    };

    private static ulong Capabilities(string status, string set) => ulong.Parse(Field(status, set), NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private static string Field(string status, string name) =>
        status.Split('\n').Single(line => line.StartsWith($"{name}:", StringComparison.Ordinal)).Split('\t')[1];

    [GeneratedRegex(@"^\| (?<verbs>`.*?) \| (?<keeps>.*) \|$", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Rows();
}
