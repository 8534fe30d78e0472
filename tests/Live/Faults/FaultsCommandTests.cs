using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Faults;

/// <summary>lowtide faults, as a person or a program calls it.</summary>
public sealed class FaultsCommandTests
{
    [Fact]
    public void A_server_that_forks_as_it_runs()
    {
        using var target = Said.StartAny("short_lived.py");
        var shown = Ran.Lowtide("faults", $"{target.Pid}", "-d", "1s", "--json");
        Assert.Equal((0, ""), (shown.ExitCode, shown.Error));
        var document = JsonDocument.Parse(shown.Output).RootElement;
        var forked = document.GetProperty("processes").EnumerateArray().Where(process => process.GetProperty("forked").GetBoolean()).ToList();
        Assert.NotEmpty(forked);
        Assert.All(forked, process => Assert.Equal(target.Pid, process.GetProperty("parent_pid").GetInt32()));
    }

    [Fact]
    public void Chains_for_a_flame_graph()
    {
        using var folder = new TempFolder();
        using var target = Said.StartAny("short_lived.py");
        var file = Path.Combine(folder.Path, "x.folded");
        var shown = Ran.Lowtide("faults", $"{target.Pid}", "-d", "500ms", "--folded", file);
        Assert.Equal((0, ""), (shown.ExitCode, shown.Error));
        Assert.Contains("page faults in", shown.Output);
        Assert.All(File.ReadLines(file), line => Assert.Matches(@"^[^;\x00-\x1f]+;(copy|new|file|again|unknown);[^\x00-\x1f]+ [0-9]+$", line));
        Assert.Contains(File.ReadLines(file), line => line.Contains(";_start;", StringComparison.Ordinal));
        var alone = Ran.Lowtide("faults", $"{target.Pid}", "-d", "500ms", "--folded", "-");
        Assert.All(alone.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.Matches("^[^;]+;[a-z]+;.+ [0-9]+$", line));
    }

    /// <summary>It said only that the limit was reached, once it had opened all up to it.</summary>
    [Fact]
    public void Threads_for_whose_events_there_are_too_few_descriptors_are_counted()
    {
        using var target = Target.Start("python3", ["-c", """
            import os, threading
            end = threading.Event()
            for _ in range(199):
                threading.Thread(target=end.wait, daemon=True).start()
            os.write(1, b"{}\n")
            os.read(0, 1)
            os._exit(0)
            """]);
        // Those that are online, however few of them this process may use.
        var cpus = int.Parse(Ran.Command(["getconf", "_NPROCESSORS_ONLN"]).Output, CultureInfo.InvariantCulture);
        var ran = Ran.Command(["bash", "-c", "ulimit -n 300; exec \"$@\"", "bash", Built.Lowtide, "faults", $"{target.Pid}", "-d", "200ms"]);
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains($"its 200 threads take a file descriptor for each of {cpus} CPUs, {(200 * cpus) + 128:N0} with Lowtide's own, and 300 may be open; "
            + $"raise that to {(200 * cpus) + 128} (ulimit -n ", ran.ErrorLine);
        Assert.EndsWith($"or start it with fewer threads: {(300 - 128) / cpus} fit", ran.ErrorLine);
    }

    [Theory]
    [InlineData(1, "no process", "faults", "999999999")]
    [InlineData(2, "--every takes a number from 1", "faults", "1", "--every", "0")]
    [InlineData(2, "--every takes a number from 1", "faults", "1", "--every", "1.5")]
    [InlineData(2, "--every takes a number from 1", "record", "1", "--every", "99999999999")]
    [InlineData(2, "--folded -", "faults", "1", "--folded", "-", "--json")]
    [InlineData(2, "/etc/passwd exists already", "faults", "1", "--folded", "/etc/passwd")]
    [InlineData(2, "there is no folder", "faults", "1", "--folded", "/no/such/x.folded")]
    [InlineData(2, "--every goes with --faults", "record", "1", "--every", "5")]
    [InlineData(2, "a recording is shown as it is", "faults", "x.lowtide", "-d", "5s")]
    public void What_is_wrong_is_said_in_a_line(int status, string said, params string[] call)
    {
        var ran = Ran.Lowtide(call);
        Assert.Equal((status, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(said, ran.ErrorLine);
    }

    [Fact]
    public void A_recording_that_has_them_and_one_that_has_not()
    {
        using var folder = new TempFolder();
        using var target = Said.StartAny("short_lived.py");
        string[] files = [Path.Combine(folder.Path, "with.lowtide"), Path.Combine(folder.Path, "without.lowtide")];
        Assert.Equal(0, Ran.Lowtide("record", $"{target.Pid}", "-d", "1s", "-o", files[0], "--faults").ExitCode);
        Assert.Equal(0, Ran.Lowtide("record", $"{target.Pid}", "-d", "100ms", "-o", files[1]).ExitCode);
        var document = JsonDocument.Parse(Ran.Lowtide("faults", files[0], "--json").Output).RootElement;
        Assert.Contains(document.GetProperty("processes").EnumerateArray(), process => process.GetProperty("forked").GetBoolean());
        var without = Ran.Lowtide("faults", files[1]);
        Assert.Equal(1, without.ExitCode);
        Assert.Contains("record TARGET --faults", without.ErrorLine);
    }

    /// <summary>perf_event_paranoid 2, the kernel's default, leaves users their own processes; 3, Debian's, nothing.</summary>
    [Fact]
    public void A_plain_user_sees_its_own_or_is_told_what_is_missing()
    {
        using var user = new PlainUser();
        using var own = PlainThread.StartTarget("short_lived.py");
        var paranoid = int.Parse(File.ReadAllText("/proc/sys/kernel/perf_event_paranoid"));
        var shown = user.Run([Built.Lowtide, "faults", $"{own.Pid}", "-d", "500ms", "--json"]);
        if (paranoid >= 3)
        {
            Assert.Equal(1, shown.ExitCode);
            Assert.Contains("CAP_PERFMON", shown.ErrorLine);
            Assert.Contains("sysctl kernel.perf_event_paranoid=2", shown.ErrorLine);
            return;
        }
        Assert.Equal(0, shown.ExitCode);
        var document = JsonDocument.Parse(shown.Output).RootElement;
        Assert.Equal(paranoid < 2, document.GetProperty("in_kernel").GetBoolean());
        Assert.NotEmpty(document.GetProperty("chains").EnumerateArray());
    }

    [Fact]
    public void Another_users_target_is_refused_with_what_would_permit_it()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can run Lowtide as another user");
        using var user = new PlainUser();
        using var target = Said.StartAny("many_workers.py", "2");
        var refused = user.Run([Built.Lowtide, "faults", $"{target.Pid}", "-d", "1s"]);
        Assert.Equal((1, ""), (refused.ExitCode, refused.Output));
        Assert.Contains("CAP_PERFMON", refused.ErrorLine);
    }
}
