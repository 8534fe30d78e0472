using System.Text;
using Lowtide.Launch;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What a trial sees of a server that it started.</summary>
public sealed class GuardedServerTests : IDisposable
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(30);
    private readonly TempFolder _folder = new();

    [Fact]
    public async Task A_server_that_ends_when_asked_is_not_killed()
    {
        await using var server = await Start([], "/bin/sleep", "1000");
        Assert.Equal("/bin/sleep\0" + "1000\0", await File.ReadAllTextAsync($"/proc/{server.Pid}/cmdline"));

        var stop = await server.StopAsync(Soon);
        Assert.False(stop.Killed);
        Assert.InRange(stop.Seconds, 0, Soon.TotalSeconds);
        Assert.Equal(new ServerEnd(null, 15), await server.Exited);
    }

    [Fact]
    public async Task What_is_left_after_the_grace_is_killed()
    {
        using var family = Fifo.Make(_folder.File("fifo"));
        await using var server = await Start([], "/usr/bin/python3", Target.Path("stubborn_family.py"), _folder.File("fifo"));
        Assert.Contains($"master {server.Pid}", await family.LinesAsync(5));

        var stop = await server.StopAsync(TimeSpan.FromMilliseconds(200));
        Assert.True(stop.Killed);
        Assert.InRange(stop.Seconds, 0.1, double.MaxValue); // two clocks: a timer of milliseconds, and a finer one
        await family.EndAsync();
        Assert.Equal(new ServerEnd(null, 15), await server.Exited);
    }

    /// <summary>SIGTERM ends a shell that waits for its command, and the command would never hear of it.</summary>
    [Theory]
    [InlineData("$SERVER; true")]
    [InlineData("cd / && /bin/sh -c \"$SERVER; true\"; true")]
    public async Task A_server_below_a_shell_is_asked_as_well(string line)
    {
        using var family = Fifo.Make(_folder.File("fifo"));
        var script = _folder.File("server.py", """
            import os, signal, sys
            signal.signal(signal.SIGTERM, lambda *_: (print("asked", flush=True), sys.exit(0)))
            fifo = open(sys.argv[1], "w")
            print("up", file=fifo, flush=True)
            while True:
                signal.pause()
            """);
        await using var server = await Start([], "/bin/sh", "-c", line.Replace("$SERVER", $"python3 {script} {_folder.File("fifo")}"));
        await family.LinesAsync(1);

        var stop = await server.StopAsync(Soon);
        Assert.Equal((false, false), (stop.Killed, stop.LeftBehind));
        Assert.Equal(["asked"], server.LastLogLines(10));
    }

    [Fact]
    public async Task Its_end_and_its_last_words_are_known()
    {
        await using var server = await Start([], "sh", "-c", "echo one; echo two >&2; exit 3");
        Assert.Equal(new ServerEnd(3, null), await server.Exited.WaitAsync(Soon));
        await server.Gone.WaitAsync(Soon);
        Assert.Equal(["two"], server.LastLogLines(1));
        Assert.Equal(["one", "two"], server.LastLogLines(10));
        Assert.False((await server.StopAsync(Soon)).Killed);
    }

    [Fact]
    public async Task A_server_that_cannot_start_says_why()
    {
        var missing = await Assert.ThrowsAsync<Failure>(() => Start([], "no-such-command"));
        Assert.Contains("no command 'no-such-command' on PATH", missing.Message);
        var refused = await Assert.ThrowsAsync<Failure>(() => Start(["cpython.gc-threshold-0"], "python3", "-I", "x"));
        Assert.Contains("would have no effect", refused.Message);
    }

    [Fact]
    public async Task It_starts_as_run_would_start_it_for_the_caller()
    {
        await using var server = await Start(["malloc.arena-max-2"], "/bin/sh", Target.Path("circumstances.sh"));
        await server.Gone.WaitAsync(Soon);
        var found = server.LastLogLines(1000).Select(InSingleSpaces).ToList();

        Assert.Equal($"{server.Pid}", found[0]);
        Assert.Contains(found, line => line.StartsWith("Max open files 256 "));
        Assert.Equal("SigIgn: 0000000000000001", Assert.Single(found, line => line.StartsWith("SigIgn")));
        Assert.Contains("SigBlk: 0000000000000200", found);
        Assert.Contains("0 /dev/null", found);
        Assert.Contains(found, line => line.StartsWith("PID PID 0 -1 ")); // a group and a session of its own, no terminal
        var environment = Encoding.UTF8.GetString(Convert.FromBase64String(string.Concat(
            found.SkipWhile(line => line != "environment:").Skip(1).TakeWhile(line => line != "arguments:"))));
        Assert.Equal("A=1\0PATH=/usr/bin\0DOTNET_gcServer=1\0MALLOC_ARENA_MAX=2\0LOWTIDE_REMEDIES=malloc.arena-max-2\0", environment);
    }

    [Fact]
    public async Task No_descriptor_of_the_trial_reaches_the_server()
    {
        var inherited = Directory.EnumerateFiles("/proc/self/fdinfo").Where(IsInherited).Select(Path.GetFileName).ToList();
        await using var first = await Start([], "/bin/sleep", "1000");
        // It lists its own: a look from here may come while its loader holds the C library open. ls is another process, and holds the folder itself.
        await using var second = await Start([], "/bin/sh", "-c", "ls /proc/$$/fd; true");
        await second.Gone.WaitAsync(Soon);
        var open = second.LastLogLines(1000);
        Assert.Superset(new HashSet<string> { "0", "1", "2" }, open.ToHashSet());
        Assert.Empty(open.Except(["0", "1", "2", .. inherited]));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The caller's limit is 256, and it ignores SIGHUP and blocks SIGUSR1: what the front would note.</summary>
    private Task<GuardedServer> Start(string[] remedies, params string[] command) => GuardedServer.StartAsync(
        Built.Installation,
        EnvironmentBlock.Of("A=1", "PATH=/usr/bin", "LOWTIDE_HELD_DOTNET_gcServer=1",
            "LOWTIDE_CALLER=256:1:200"),
        remedies, TargetCommand.Of(command), _folder.File("log"));

    private static string InSingleSpaces(string line) =>
        string.Join(' ', line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries));

    /// <summary>Not close-on-exec (02000000): whoever started the tests may have left a file open for all.</summary>
    private static bool IsInherited(string descriptor)
    {
        try
        {
            var flags = File.ReadLines(descriptor).First(line => line.StartsWith("flags:", StringComparison.Ordinal));
            return (Convert.ToInt32(flags["flags:".Length..].Trim(), 8) & Convert.ToInt32("2000000", 8)) == 0;
        }
        catch (IOException)
        {
            return false; // closed meanwhile
        }
    }
}
