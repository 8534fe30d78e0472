using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Capture;

/// <summary>What a plain user is shown: all that the kernel permits, and what would give the rest.</summary>
public sealed class PlainUserTests
{
    [Fact]
    public void Of_its_own_processes_all_but_frame_numbers()
    {
        using var user = new PlainUser();
        using var target = PlainThread.StartTarget("reads_copy.py");
        var document = Json(user, "explain", target.Pid);
        Assert.Equal(["with whom a page is shared"], Unread(document).Where(what => what.Contains("page")));
        var finding = Assert.Single(document.GetProperty("findings").EnumerateArray());
        Assert.Equal("cpython.reference-count-copies", finding.GetProperty("id").GetString());
        var truth = target.Told("copied_bytes").Sum();
        Assert.InRange(finding.GetProperty("bytes").GetInt64(), truth - (2 * Look.Slack), truth + (2 * Look.Slack));
    }

    [Fact]
    public void Of_another_users_processes_their_size_and_what_would_give_more()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can run Lowtide as another user");
        using var user = new PlainUser();
        using var target = Said.StartAny("many_workers.py", "2");
        ShowsSizesOnly(user, target.Pid, target.WorkerPids());
        var shown = user.Run([Built.Lowtide, "ps", $"{target.Pid}"]);
        Assert.Contains("belongs to user root", shown.Output);
        Assert.Contains("CAP_SYS_PTRACE", shown.Output);
        var remedies = user.Run([Built.Lowtide, "remedies", $"{target.Pid}"]);
        Assert.Contains("cannot tell: which runtime", remedies.Output);
        Assert.Contains("cannot tell: whose malloc", remedies.Output);
        // Only what the kernel does to any program (KSM) hangs on nothing that is hidden.
        Assert.StartsWith("kernel.merge-pages ", Assert.Single(remedies.Output.Split('\n'), line => line.Contains(" can apply ", StringComparison.Ordinal)));
        Assert.Contains("belongs to user root", remedies.Output);
    }

    /// <summary>Its pages can be read by nobody who may not open the file, whatever else he may.</summary>
    [Fact]
    public void With_leave_to_trace_alone_what_is_still_missing()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can run Lowtide as another user");
        using var target = Said.StartAny("many_workers.py", "2");
        var shown = Ran.Command([.. PlainUser.Prefix, "--inh-caps=+sys_ptrace", "--ambient-caps=+sys_ptrace", Built.Lowtide, "ps", $"{target.Pid}"]);
        Assert.Equal(0, shown.ExitCode);
        Assert.Contains("page census", shown.Output);
        Assert.Contains("CAP_DAC_READ_SEARCH", shown.Output);
        Assert.DoesNotContain("CAP_SYS_PTRACE", shown.Output);
    }

    [Fact]
    public void Of_an_own_process_that_refuses_its_size_and_why()
    {
        using var user = new PlainUser();
        using var target = PlainThread.StartTarget("not_dumpable.py");
        ShowsSizesOnly(user, target.Pid, []);
        var shown = user.Run([Built.Lowtide, "ps", $"{target.Pid}"]);
        Assert.Contains("PR_SET_DUMPABLE", shown.Output);
        Assert.DoesNotContain("as that user", shown.Output);
    }

    private static void ShowsSizesOnly(PlainUser user, int pid, IReadOnlyList<int> workers)
    {
        var family = Assert.Single(Json(user, "ps", pid).GetProperty("families").EnumerateArray());
        Assert.Equal(pid, family.GetProperty("master").GetInt32());
        Assert.Equal(workers, family.GetProperty("workers").EnumerateArray().Select(worker => worker.GetProperty("pid").GetInt32()));
        foreach (var worker in family.GetProperty("workers").EnumerateArray())
        {
            Assert.InRange(worker.GetProperty("rss_bytes").GetInt64(), 1 << 20, long.MaxValue);
            foreach (var unread in new[] { "pss_bytes", "private_bytes", "inherited_bytes", "inherited_shared_bytes", "undecided_bytes" })
                Assert.Equal(JsonValueKind.Null, worker.GetProperty(unread).ValueKind);
        }
        var explained = Json(user, "explain", pid, exitCode: 1);
        Assert.Empty(explained.GetProperty("findings").EnumerateArray());
        Assert.Contains(Unread(explained), what => what.StartsWith("mappings of process"));
        Assert.All(explained.GetProperty("could_not_read").EnumerateArray(), unread => Assert.NotNull(unread.GetProperty("mend").GetString()));
    }

    private static JsonElement Json(PlainUser user, string verb, int pid, int exitCode = 0)
    {
        var ran = user.Run([Built.Lowtide, verb, $"{pid}", "--json"]);
        Assert.Equal("", ran.Error);
        Assert.Equal(exitCode, ran.ExitCode);
        return JsonDocument.Parse(ran.Output).RootElement;
    }

    private static IEnumerable<string> Unread(JsonElement document) =>
        document.GetProperty("could_not_read").EnumerateArray().Select(unread => unread.GetProperty("what").GetString()!);
}
