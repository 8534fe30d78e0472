using Lowtide.Capture.DotNet;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Hostile;

/// <summary>
/// Who makes a socket of the name that a .NET runtime's diagnostic port has, for another process or for itself. Whoever made the first was believed, whatever
/// it told; and an answer of the wrong form was "a bug in Lowtide".
/// </summary>
public sealed class HostilePortTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_socket_of_its_name_alone_is_not_its_own()
    {
        using var victim = Target.Start("python3", ["-c", "import os; os.write(1, b'{}\\n'); os.read(0, 1)"]);
        using var posing = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, "told", $"{victim.Pid}", $"{Started(victim)}"]);
        var why = (await Refused(victim.Pid, TimeSpan.FromSeconds(5))).Why;
        Assert.StartsWith($"process {posing.Pid} listens on the socket of its name, {_folder.Path}/dotnet-diagnostic-{victim.Pid}-", why);
    }

    /// <summary>As before Linux 6.5, where nothing else tells one that an earlier process of its pid had left to others.</summary>
    [Fact]
    public void By_the_kernels_table_a_socket_that_it_holds_no_more_is_not_its_own()
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, "handed"]);
        var why = PortOwner.WhyNotByTable(target.Pid, Assert.Single(Directory.GetFileSystemEntries(_folder.Path)));
        Assert.EndsWith("is of an earlier process of its pid, or another's, for it is not among its descriptors", why);
    }

    /// <summary>The pid is the same, the process is another; and the kernel's table says whatever a name says. It was listened to.</summary>
    [Fact]
    public void A_socket_that_an_earlier_process_of_its_pid_left_to_others_is_not_its_own()
    {
        Assert.SkipUnless(Environment.OSVersion.Version >= new Version(6, 5), "the kernel does not tell processes of one pid apart");
        Assert.SkipUnless(Ran.Command(["unshare", "-mp", "-f", "true"]).ExitCode == 0, "unshare --pid is not permitted here");
        var ran = Ran.Command(
            ["unshare", "-mp", "-f", "--mount-proc", "--kill-child", "python3", Target.Path("hostile/reused.py"), _folder.Path,
            Built.Lowtide, "explain", "PID", "--listen", "1s", "--details"], ("DOTNET_TARGET", DotNetTarget.Program));
        Assert.Contains($"the socket {_folder.Path}/dotnet-diagnostic-300-1-socket is of an earlier process of its pid", ran.Output + ran.Error);
    }

    /// <summary>Neither is what lies there read, nor does a link lead anywhere: its name is all that bind(2) makes.</summary>
    [Theory]
    [InlineData("pipe")]
    [InlineData("link")]
    public async Task What_lies_there_instead_of_the_socket_is_left_alone(string how)
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, how]);
        var why = (await Refused(target.Pid, TimeSpan.FromSeconds(5))).Why;
        Assert.Equal($"its socket {_folder.Path}/dotnet-diagnostic-{target.Pid}-{Started(target)}-socket was removed", why);
    }

    /// <summary>As much memory was asked for as the block says that it has.</summary>
    [Fact]
    public async Task A_block_that_cannot_be_is_the_end_of_the_trace()
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, "huge"]);
        var (watch, _) = await Start(target.Pid);
        using (watch)
        {
            Patience.Until(() => watch!.Next() is null ? "broken off" : null, "that it breaks off");
            var refused = Assert.Single((await watch!.EndAsync(TestContext.Current.CancellationToken)).CouldNotRead);
            Assert.EndsWith("(the stream is damaged: a block of it says that it has 2,147,483,647 bytes), before it told of any", refused.Why);
        }
    }

    /// <summary>It says what it likes of itself alone; but it must not end or hold up whoever asks.</summary>
    [Theory]
    [InlineData("silent", "its runtime did not answer within 10 s: it may be stopped, or starting", 20)]
    [InlineData("garbage", "", 5)]
    [InlineData("empty", "", 5)]
    public async Task An_answer_of_another_form_is_a_refusal(string how, string why, int seconds)
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, how]);
        var refused = await Refused(target.Pid, TimeSpan.FromSeconds(seconds));
        Assert.Equal(Unreadable.DotNetCollections, refused.Code);
        if (why != "")
            Assert.Equal(why, refused.Why);
    }

    /// <summary>It was shown as a runtime that did not collect: "collections: 0, 0% of the time".</summary>
    [Theory]
    [InlineData("broken")]
    [InlineData("endless")]
    [InlineData("told")]
    public async Task A_trace_that_breaks_off_at_once_is_no_trace_without_collections(string how)
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, how]);
        var (watch, refused) = await Start(target.Pid);
        if (watch is not null)
        {
            using (watch)
            {
                Patience.Until(() => watch.Next() is null ? "broken off" : null, "that it breaks off");
                var told = await watch.EndAsync(TestContext.Current.CancellationToken);
                Assert.Null(told.Trace);
                refused = Assert.Single(told.CouldNotRead);
            }
            Assert.Matches("^it (broke off after |opened a session and told nothing)", refused.Why);
        }
        Assert.Equal(Unreadable.DotNetCollections, refused!.Code);
    }

    [Fact]
    public async Task A_session_of_which_nothing_comes_is_no_trace()
    {
        using var target = Target.Start("python3", [Target.Path("hostile/port.py"), _folder.Path, "opened"]);
        var (watch, _) = await Start(target.Pid);
        using (watch)
        {
            var told = await watch!.EndAsync(TestContext.Current.CancellationToken).WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
            Assert.Null(told.Trace);
            Assert.Equal("it opened a session and told nothing", Assert.Single(told.CouldNotRead).Why);
        }
    }

    private static long Started(Target target) => Procfs.Stat(target.Pid)!.StartTicks;

    private static Task<(DotNetWatch? Watch, Unreadable? Refused)> Start(int pid) =>
        DotNetWatch.TryStartAsync(pid, version: null, new DotNetListening(), () => 0, TimeProvider.System, TestContext.Current.CancellationToken);

    private static async Task<Unreadable> Refused(int pid, TimeSpan limit)
    {
        var (watch, refused) = await Start(pid).WaitAsync(limit, TestContext.Current.CancellationToken);
        Assert.Null(watch);
        return Assert.IsType<Unreadable>(refused);
    }
}
