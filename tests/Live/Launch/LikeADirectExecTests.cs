namespace Lowtide.Tests.Live.Launch;

/// <summary>A command started by <c>lowtide run</c> finds what it would find if its caller had started it.</summary>
[Collection(nameof(Alone))]
public sealed class LikeADirectExecTests
{
    private const string AtOnce = """exec "$@" """;

    private static string[] Bash(string script) => ["bash", "-c", script, "bash"];

    private static readonly Dictionary<string, string[]> Circumstances = new()
    {
        ["plain"] = [],
        ["few open files"] = Bash("ulimit -Sn 256; " + AtOnce),
        ["few open files, soft and hard"] = Bash("ulimit -n 300; " + AtOnce),
        ["other limits"] = Bash("ulimit -Sc 0; ulimit -Ss 4096; ulimit -Su 4000; " + AtOnce),
        ["SIGHUP ignored"] = ["nohup"],
        ["SIGPIPE ignored"] = ["env", "--ignore-signal=PIPE"],
        ["SIGPIPE at its default"] = ["env", "--default-signal=PIPE"],
        ["SIGCHLD ignored"] = ["env", "--ignore-signal=CHLD"],
        ["signals that the runtime handles ignored"] = ["env", "--ignore-signal=INT,QUIT,TERM,CONT,WINCH,TSTP,TTOU,TRAP,FPE"],
        ["the runtime's own signal ignored"] = ["env", "--ignore-signal=34"],
        ["SIGUSR1 blocked"] = ["env", "--block-signal=USR1"],
        ["many signals blocked"] = ["env", "--block-signal=TERM,CHLD,PIPE,INT,QUIT,34,64"],
        ["no environment"] = ["env", "-i"],
        ["an environment in odd order"] = ["env", "-i", "Z=1", "A=2", "M=", "B=x=y"],
        ["bytes that are not UTF-8"] = Bash("""export BAD=$'\xff\xfe' WORSE=$'\x80='; exec "$@" $'\xc3' '' $'a\nb' '' """),
        ["settings for the target's .NET"] = ["env", "DOTNET_gcServer=1", "DOTNET_EnableDiagnostics=1", "COMPlus_GCHeapCount=2",
            "CORECLR_ENABLE_PROFILING=1", "CORECLR_PROFILER={00000000-0000-0000-0000-000000000001}", "CORECLR_PROFILER_PATH=/nowhere.so",
            "DOTNET_STARTUP_HOOKS=/nowhere.dll", "DOTNET_GCHeapHardLimit=1000"],
        ["lower priority"] = ["nice", "-n", "5"],
        ["umask 077"] = Bash("umask 077; " + AtOnce),
        ["a session of its own"] = ["setsid"],
        ["another folder"] = Bash("cd /usr/lib; " + AtOnce),
        ["standard input closed"] = Bash("exec 0<&-; " + AtOnce),
        ["standard error closed"] = Bash("exec 2>&-; " + AtOnce),
        ["another file open"] = Bash("exec 7</etc/passwd 9>/dev/null; " + AtOnce),
        ["another core dump filter"] = Bash("echo 0x7f > /proc/self/coredump_filter; " + AtOnce),
    };

    public static TheoryData<string> Names => new(Circumstances.Keys);

    [Theory, MemberData(nameof(Names))]
    public void The_target_cannot_tell_the_difference(string name)
    {
        string[] target = ["/bin/sh", Target.Path("circumstances.sh"), "--remedy", "@argument", "--", "last"];
        var directly = Ran.Command([.. Circumstances[name], .. target]);
        var byLowtide = Ran.Command([.. Circumstances[name], Built.Lowtide, "run", "--", .. target]);

        var (pid, found) = PidAndFound(byLowtide);
        Assert.Equal(PidAndFound(directly).Found, found);
        Assert.Contains("environment:", found);
        Assert.Equal(byLowtide.Pid, pid);
    }

    [Fact]
    public void A_remedy_adds_its_own_variables_and_nothing_else()
    {
        string[] environment = ["env", "-i", "Z=1", "MALLOC_ARENA_MAX=7", "A=2"];
        var ran = Ran.Command([.. environment, Built.Lowtide, "run", "--remedy", "malloc.arena-max-2", "--", "/usr/bin/env"]);

        Assert.Equal("Z=1\nMALLOC_ARENA_MAX=2\nA=2\nLOWTIDE_REMEDIES=malloc.arena-max-2\n", ran.Output);
    }

    [Fact]
    public void The_terminal_is_left_as_it_is()
    {
        string[] Under(string command) => ["script", "-qefc", $"stty -echo -onlcr; {command} stty -a", "/dev/null"];
        var directly = Ran.Command(Under(""));
        var byLowtide = Ran.Command(Under($"{Built.Lowtide} run --"));

        Assert.Contains("-echo ", directly.Output);
        Assert.Equal(directly.Output, byLowtide.Output);
    }

    /// <summary>
    /// A descriptor of these tests' own: pthread_setname_np opens the name of another thread without O_CLOEXEC (nptl/pthread_setname.c of glibc), so what
    /// is started as the runtime names one of its threads inherits it, by Lowtide or not.
    /// </summary>
    private static readonly string Ours = $" /proc/{Environment.ProcessId}/task/";

    private static (int Pid, string Found) PidAndFound(Ran ran)
    {
        Assert.True(ran.ExitCode == 0, ran.Error);
        var end = ran.Output.IndexOf('\n');
        return (int.Parse(ran.Output[..end]), string.Join('\n', ran.Output[end..].Split('\n').Where(line => !line.Contains(Ours, StringComparison.Ordinal))));
    }
}
