using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Which runtimes can be listened to, and what is said of those that cannot.</summary>
public sealed class DiagnosticSocketTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("DOTNET_EnableDiagnostics")]
    [InlineData("DOTNET_EnableDiagnostics_IPC")]
    public void The_setting_that_switched_diagnostics_off_is_named(string variable)
    {
        using var target = DotNetTarget.Start("idle", (variable, "0"));
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details");
        Assert.Contains($"it has no diagnostic port: it was started with {variable}=0", ran.Output, StringComparison.Ordinal);
        Assert.Contains($"start it without {variable}=0", ran.Output, StringComparison.Ordinal);
        Assert.Contains("GC events unavailable (see below): pauses unknown.", ran.Output, StringComparison.Ordinal);
        var trace = _folder.File("x.nettrace");
        ran = Ran.Lowtide("record", $"{target.Pid}", "-d", "1s", "-o", _folder.File("x.lowtide"), "--keep-trace", trace);
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains($"{trace}, the trace to keep: it was not written, as no .NET runtime was heard", ran.Output, StringComparison.Ordinal);
        Assert.False(File.Exists(trace));
    }

    [Fact]
    public void Another_users_process_says_whose_it_is()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs another user");
        using var user = new PlainUser();
        using var target = DotNetTarget.Start("idle");
        var ran = user.Run([Built.Lowtide, "explain", $"{target.Pid}", "--listen", "1s", "--details"]);
        Assert.Contains(
            $"mappings of process {target.Pid} (dotnet): it belongs to user root; run Lowtide as user root or with CAP_SYS_PTRACE (sudo)",
            ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Roots_reach_goes_to_every_users_process()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root");
        using var target = Target.Start(PlainUser.Prefix[0], [.. PlainUser.Prefix.Skip(1), "dotnet", DotNetTarget.Program, "induced"]);
        MustBeHeard(target);
    }

    /// <summary>Who may trace it knows its runtime, but its socket is open to its user alone.</summary>
    [Fact]
    public void Another_users_socket_says_whose_it_is()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can run Lowtide as another user");
        using var user = new PlainUser();
        using var target = DotNetTarget.Start("idle");
        var ran = user.Run(
            ["--inh-caps=+sys_ptrace", "--ambient-caps=+sys_ptrace", Built.Lowtide, "explain", $"{target.Pid}", "--listen", "1s", "--details"]);
        Assert.Contains("its socket belongs to user root; run Lowtide as that user or with sudo", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_socket_that_was_removed_is_said_to_be()
    {
        var tmp = Tmp("tmp");
        using var target = DotNetTarget.Start("idle", ("TMPDIR", tmp));
        var socket = Assert.Single(Directory.EnumerateFileSystemEntries(tmp, $"dotnet-diagnostic-{target.Pid}-*-socket"));
        File.Delete(socket);
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details");
        Assert.Contains($"its socket {socket} was removed; restart it", ran.Output, StringComparison.Ordinal);
    }

    /// <summary>Looked at by its own user, whom the folder is closed to: root would enter it.</summary>
    [Fact]
    public void A_socket_in_a_folder_that_cannot_be_entered_is_not_said_to_be_removed()
    {
        using var user = new PlainUser();
        var tmp = Directory.CreateDirectory(Path.Combine(user.Folder, "tmp")).FullName;
        Ran.Command(["chmod", "777", tmp]);
        string[] words = [.. PlainUser.Prefix, "dotnet", DotNetTarget.Program, "idle"];
        using var target = Target.Start(words[0], words[1..], ("TMPDIR", tmp));
        Ran.Command(["chmod", "0", tmp]);
        try
        {
            var ran = user.Run([Built.Lowtide, "explain", $"{target.Pid}", "--listen", "1s", "--details"]);
            Assert.Contains($"the way to its socket, /proc/{target.Pid}/root{tmp}/dotnet-diagnostic-{target.Pid}-", ran.Output, StringComparison.Ordinal);
            Assert.Contains("-socket, cannot be entered; run Lowtide as its user or with sudo", ran.Output, StringComparison.Ordinal);
        }
        finally
        {
            Ran.Command(["chmod", "777", tmp]);
        }
    }

    /// <summary>The runtime goes on where it cannot make its socket (ds_server_init, ds-server.c); for a debugger's pipes it would end.</summary>
    [Fact]
    public void A_runtime_that_could_make_no_socket_is_said_to_have_no_port()
    {
        using var target = DotNetTarget.Start("idle", ("TMPDIR", Path.Combine(_folder.Path, "nowhere")), ("DOTNET_EnableDiagnostics_Debugger", "0"));
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details");
        Assert.Contains("it has no diagnostic port: diagnostics are off", ran.Output, StringComparison.Ordinal);
        Assert.Contains("it could not make a socket in its tmp", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_socket_in_another_mount_namespace_is_reached()
    {
        var tmp = Tmp("tmp");
        using var target = StartWithOwnTmp("induced", tmp);
        Assert.Empty(Directory.EnumerateFileSystemEntries(tmp));
        MustBeHeard(target);
    }

    /// <summary>A link leads to where it leads the process, in its own tree, and not in ours.</summary>
    [Fact]
    public void A_link_on_the_way_leads_through_its_own_tree()
    {
        var tmp = Tmp("tmp");
        using var target = StartWithOwnTmp(
            "induced", tmp, "mkdir \"$TMPDIR/real\" && ln -s \"$TMPDIR/real\" \"$TMPDIR/link\" && export TMPDIR=\"$TMPDIR/link\"");
        MustBeHeard(target);
    }

    /// <summary>The client has a syntax of its own for sockets, in which these mean something.</summary>
    [Theory]
    [InlineData("a,b")]
    [InlineData("a,connect")]
    [InlineData("a b")]
    [InlineData("a#b?c")]
    [InlineData("\u00e9")]
    public void A_socket_in_a_folder_of_any_name_is_reached(string name)
    {
        var tmp = Tmp(name);
        using var target = DotNetTarget.Start("induced", ("TMPDIR", tmp));
        Assert.NotEmpty(Directory.EnumerateFileSystemEntries(tmp));
        MustBeHeard(target);
    }

    [Fact]
    public void A_socket_in_a_folder_of_any_name_is_recorded()
    {
        using var target = DotNetTarget.Start("induced", ("TMPDIR", Tmp("a, b")));
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "2s");
        var ran = recorder.End();
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        // Only the end of the session, for which it is reached once more, names methods.
        Assert.True(RecordingReader.Read(recorder.File).DotNet!.MethodsNamed);
    }

    [Fact]
    public void A_socket_with_a_long_path_is_reached()
    {
        var tmp = LongTmp();
        using var target = DotNetTarget.Start("induced", ("TMPDIR", tmp));
        Assert.NotEmpty(Directory.EnumerateFileSystemEntries(tmp));
        MustBeHeard(target);
    }

    /// <summary>The way by its root is longer than a socket's path may be.</summary>
    [Fact]
    public void A_socket_with_a_long_path_in_another_mount_namespace_is_reached()
    {
        var tmp = LongTmp();
        using var target = StartWithOwnTmp("induced", tmp);
        Assert.Empty(Directory.EnumerateFileSystemEntries(tmp));
        MustBeHeard(target);
    }

    /// <summary>Its collections are, that it asks for.</summary>
    private static void MustBeHeard(Target target) =>
        Assert.Contains("asked for", Ran.Lowtide("explain", $"{target.Pid}", "--listen", "2s", "--details").Output, StringComparison.Ordinal);

    private string Tmp(string name) => Directory.CreateDirectory(Path.Combine(_folder.Path, name)).FullName;

    /// <summary>So that the socket's path has all the bytes that it may have, 107 (unix(7), sun_path).</summary>
    private string LongTmp() => Tmp(new string('t', 107 - "/dotnet-diagnostic-1234567-123456789-socket".Length - _folder.Path.Length - 1));

    /// <summary>As in a container: its tmp is nowhere in our own tree.</summary>
    /// <param name="more">Done there before it starts.</param>
    private static Target StartWithOwnTmp(string condition, string tmp, string more = "true")
    {
        Assert.SkipUnless(Ran.Command(["unshare", "-m", "true"]).ExitCode == 0, "unshare --mount is not permitted here");
        return Target.Start("unshare",
            ["-m", "sh", "-c", $"mount -t tmpfs tmpfs \"$TMPDIR\" && {more} && exec dotnet \"$0\" \"$1\"", DotNetTarget.Program, condition], ("TMPDIR", tmp));
    }
}
