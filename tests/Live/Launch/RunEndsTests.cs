namespace Lowtide.Tests.Live.Launch;

/// <summary>How <c>lowtide run</c> ends: as its command does, or with one line that says how to mend the call.</summary>
public sealed class RunEndsTests
{
    [Theory]
    [InlineData("exit 0", 0)]
    [InlineData("exit 3", 3)]
    [InlineData("kill -TERM $$", 128 + 15)]
    [InlineData("kill -KILL $$", 128 + 9)]
    public void The_exit_status_is_the_commands(string script, int expected) =>
        Assert.Equal(expected, Ran.Lowtide("run", "--", "sh", "-c", script).ExitCode);

    [Fact]
    public void A_reader_that_ends_early_ends_the_command()
    {
        const string script = "\"$0\" run -- yes | head -1 > /dev/null; echo ${PIPESTATUS[0]}";
        var ran = Ran.Command(["env", "--default-signal=PIPE", "bash", "-c", script, Built.Lowtide]);
        Assert.Equal($"{128 + 13}\n", ran.Output);
    }

    [Theory]
    [InlineData(127, "no command 'no-such-command' on PATH", "no-such-command")]
    [InlineData(127, "no file /no/such/command", "/no/such/command")]
    [InlineData(126, "not executable", "/etc/passwd")]
    [InlineData(126, "cannot run", "/usr")]
    public void A_command_that_cannot_run_is_named(int exitCode, string why, string command)
    {
        var ran = Ran.Lowtide("run", "--", command);
        Assert.Equal(exitCode, ran.ExitCode);
        Assert.Contains(why, ran.ErrorLine);
    }

    [Fact]
    public void A_missing_interpreter_is_not_called_a_missing_file()
    {
        using var folder = new TempFolder();
        var script = folder.File("script", "#!/no/such/interpreter\n");
        Ran.Command(["chmod", "+x", script]);
        var ran = Ran.Lowtide("run", "--", script);
        Assert.Equal(127, ran.ExitCode);
        Assert.Contains("interpreter", ran.ErrorLine);
    }

    [Fact]
    public void A_script_without_a_first_line_runs_as_a_shell_would()
    {
        using var folder = new TempFolder();
        var script = folder.File("script", "echo $1\n");
        Ran.Command(["chmod", "+x", script]);
        Assert.Equal("hello\n", Ran.Lowtide("run", "--", script, "hello").Output);
    }

    [Theory]
    [InlineData("'--remdy'", "run", "--remdy", "malloc.arena-max-2", "--", "true")]
    [InlineData("put '--' before the command", "run", "--remedy", "malloc.arena-max-2", "true")]
    [InlineData("put '--' before the command", "run", "uwsgi", "--ini", "file")]
    [InlineData("no command", "run", "--remedy", "malloc.arena-max-2", "--")]
    [InlineData("no remedy 'nope'", "run", "--remedy", "nope", "--", "true")]
    [InlineData("lowtide run --help", "run", "--remedy", "--", "true")]
    public void A_wrong_call_says_how_to_mend_it(string how, params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.Equal(Failure.WrongCall, ran.ExitCode);
        Assert.Contains(how, ran.ErrorLine);
        Assert.Empty(ran.Output);
    }

    [Fact]
    public void A_remedy_that_cannot_act_refuses()
    {
        var ran = Ran.Lowtide("run", "--remedy", "cpython.gc-threshold-0", "--", "python3", "-I", "server.py");
        Assert.Equal(Failure.Failed, ran.ExitCode);
        Assert.Contains("python3 -I", ran.ErrorLine);
    }

    [Fact]
    public void Without_the_front_it_refuses()
    {
        var ran = Ran.Command([Built.Installation.Program, "run", "--", "true"]);
        Assert.Equal(Failure.Failed, ran.ExitCode);
        Assert.Contains("start 'lowtide'", ran.ErrorLine);
    }

    [Fact]
    public void Nothing_is_left_in_the_temporary_folder()
    {
        using var folder = new TempFolder();
        var ran = Ran.Command([Built.Lowtide, "run", "--", "ls", "-A", folder.Path], ("TMPDIR", folder.Path));
        Assert.Equal((0, ""), (ran.ExitCode, ran.Output));
        Assert.Empty(Directory.EnumerateFileSystemEntries("/tmp", $"*-{ran.Pid}-*"));
    }

    [Fact]
    public void One_within_another_adds_its_remedies()
    {
        var ran = Ran.Lowtide("run", "--remedy", "cpython.gc-threshold-0", "--",
            Built.Lowtide, "run", "--remedy", "malloc.arena-max-2", "--remedy", "cpython.gc-threshold-0", "--", "sh", "-c",
            "echo $LOWTIDE_REMEDIES; echo $PYTHONPATH | tr ':' '\\n' | grep -c lowtide");
        Assert.Equal("cpython.gc-threshold-0,malloc.arena-max-2\n1\n", ran.Output);
    }
}
