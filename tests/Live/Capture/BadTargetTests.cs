using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Live.Capture;

/// <summary>What cannot be looked at is refused with one line that says why, and with the right exit status.</summary>
public sealed class BadTargetTests
{
    private const int Failed = 1, WrongCall = 2;

    [Theory]
    [InlineData(WrongCall, "lowtide", "no-such-verb")]
    [InlineData(Failed, "no process 2147483646", "ps", "2147483646")]
    [InlineData(Failed, "no process 2147483646", "explain", "2147483646")]
    [InlineData(Failed, "no process 0", "explain", "0")]
    [InlineData(Failed, "no process is named 'no-such-name'", "explain", "no-such-name")]
    [InlineData(WrongCall, "no file /no/such.lowtide", "explain", "/no/such.lowtide")]
    [InlineData(WrongCall, "no file /no/such.lowtide", "report", "/no/such.lowtide", "-o", "/tmp/x.html")]
    [InlineData(WrongCall, "there is no folder /no", "report", "x.lowtide", "-o", "/no/x.html")]
    [InlineData(Failed, "neither a recording nor a trial", "report", "/etc/passwd", "-o", "/tmp/x.html")]
    [InlineData(WrongCall, "'lowtide remedies 4711' which of them apply", "remedies", "4711", "--as", "env")]
    public void A_wrong_word(int exitCode, string says, params string[] arguments) => Refused(exitCode, says, arguments);

    [Fact]
    public void A_kernel_thread()
    {
        var thread = Procfs.Pids().Select(Procfs.Stat).FirstOrDefault(stat => stat is { IsKernelThread: true });
        Assert.SkipWhen(thread is null, "no kernel thread is visible in this container");
        Refused(Failed, "kernel thread", "explain", $"{thread.Pid}");
    }

    [Fact]
    public void A_zombie()
    {
        using var target = Said.StartAny("odd_processes.py");
        Refused(Failed, "(a zombie)", "explain", $"{target.Said.GetProperty("zombie").GetInt32()}");
    }

    /// <summary>.NET aborted, or a part of the program could not be loaded: "a bug in Lowtide".</summary>
    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    [InlineData(64)]
    public void Too_few_descriptors_are_said_at_once(int descriptors)
    {
        foreach (var verb in new[] { "ps", "explain", "record", "--version" })
        {
            var ran = Ran.Command(["bash", "-c", $"ulimit -n {descriptors}; exec \"$@\"", "bash", Built.Lowtide, verb]);
            Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
            Assert.Equal(
                $"lowtide: no more than {descriptors} file descriptors may be open, and it takes 128: raise that, as root by ulimit -n 128", ran.ErrorLine);
        }
    }

    /// <summary>It was said to have ended, and to wait for its parent.</summary>
    [Fact]
    public void One_whose_main_thread_has_ended_and_another_runs_on()
    {
        using var target = Target.Start(CompiledTarget.Build("headless"), []);
        Refused(Failed, $"{target.Pid} (headless-gcc) runs on in other threads, but its main thread has ended", "explain", $"{target.Pid}");
        Refused(Failed, "its main thread has ended", "ps", $"{target.Pid}");
        var all = Ran.Lowtide("ps", "--all");
        Assert.Contains($"memory of process {target.Pid} (headless-gcc): its main thread has ended", all.Output);
    }

    /// <summary>Of the names that run here the nearest; one far from all is named alone.</summary>
    [Fact]
    public void A_name_that_nobody_has_is_answered_with_one_near_by()
    {
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        using var folder = new TempFolder();
        var name = $"warehouse-{Environment.ProcessId}.py";
        using var target = Target.Start(Said.AnyPython, [folder.File(name, "import os\nos.write(1, b'{}\\n')\nos.read(0, 1)\n")]);
        Refused(Failed, $"no process is named '{name[1..]}': '{name}'? 'lowtide ps' lists what runs", "explain", name[1..]);
        Refused(Failed, "no process is named 'zzzzzzzzzzzz' (names are taken whole)", "explain", "zzzzzzzzzzzz");
    }

    [Fact]
    public void A_name_that_two_families_have()
    {
        Assert.SkipWhen(Said.AnyPython.Length == 0, "no CPython 3.8 or later on this machine");
        using var folder = new TempFolder();
        var name = $"server-{Environment.ProcessId}.py";
        var script = folder.File(name, "import os\nos.write(1, b'{}\\n')\nos.read(0, 1)\n");
        using var one = Target.Start(Said.AnyPython, [script]);
        using var other = Target.Start(Said.AnyPython, [script]);
        Refused(Failed, $"2 families are named '{name}'", "explain", name);
        Refused(Failed, $"{one.Pid}", "explain", name);
        Refused(Failed, $"{other.Pid}", "explain", name);
        var both = Ran.Lowtide("ps", name);
        Assert.Equal(0, both.ExitCode);
        Assert.All([one.Pid, other.Pid], pid => Assert.Contains($"{pid}", both.Output));
    }

    /// <summary>It ends at some moment of the look: a whole answer, or one line.</summary>
    [Fact]
    public async Task A_target_that_ends_meanwhile()
    {
        for (var number = 0; number < 5; number++)
        {
            var target = Said.StartAny("many_workers.py", "3");
            var pid = target.Pid;
            var looking = Task.Run(() => Ran.Lowtide("explain", $"{pid}", "--details"));
            target.Dispose();
            var ran = await looking;
            if (ran.ExitCode == 0)
                Assert.Equal("", ran.Error);
            else
                Assert.Equal((Failed, true), (ran.ExitCode, ran.ErrorLine.StartsWith("lowtide: ")));
        }
    }

    [Fact]
    public void A_file_that_is_no_recording()
    {
        using var folder = new TempFolder();
        Refused(Failed, "is not a Lowtide recording", "explain", folder.File("text.lowtide", "no recording at all"));
        Refused(Failed, "is not a Lowtide recording", "explain", folder.File("empty.lowtide", ""));
        Refused(Failed, "of another program", "explain", Database(folder, "stranger.lowtide", "CREATE TABLE t(a)"));
        Refused(Failed, "cannot be read", "explain", Directory.CreateDirectory(folder.File("folder.lowtide")).FullName);
    }

    [Fact]
    public void A_recording_of_a_newer_lowtide()
    {
        using var folder = new TempFolder();
        var recording = Recorded(folder);
        using (var connection = new SqliteConnection($"Data Source={recording};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "PRAGMA user_version=99";
            command.ExecuteNonQuery();
        }
        Refused(Failed, "newer Lowtide (format 99", "explain", recording);
    }

    [Fact]
    public void A_recording_that_was_cut_short()
    {
        using var folder = new TempFolder();
        var recording = Recorded(folder);
        Assert.Equal(0, Ran.Lowtide("explain", recording, "--details").ExitCode);
        var bytes = File.ReadAllBytes(recording);
        foreach (var length in new[] { 17, 100, 4096, bytes.Length / 2, bytes.Length - 4096 })
        {
            File.WriteAllBytes(recording, bytes[..length]);
            Refused(Failed, recording, "explain", recording);
        }
    }

    private static void Refused(int exitCode, string says, params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.StartsWith("lowtide: ", ran.ErrorLine);
        Assert.Contains(says, ran.ErrorLine);
        Assert.Equal("", ran.Output);
        Assert.Equal(exitCode, ran.ExitCode);
    }

    private static string Recorded(TempFolder folder)
    {
        using var target = Said.StartAny("many_workers.py", "2");
        var path = folder.File("x.lowtide");
        using var writer = RecordingWriter.Create(path, HostFiles.Read("test"));
        writer.Add(Look.At(target.Pid).Family);
        return path;
    }

    private static string Database(TempFolder folder, string name, string sql)
    {
        var path = folder.File(name);
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
        return path;
    }
}
