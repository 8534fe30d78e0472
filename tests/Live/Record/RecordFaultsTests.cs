using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>Each one clear line, the right exit status, and nothing left that was not there.</summary>
public sealed class RecordFaultsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_that_exists_is_not_touched()
    {
        using var lone = new ToldFamily();
        var file = _folder.File("x.lowtide", "mine");
        Refused(2, "exists already", "record", $"{lone.Pid}", "-o", file);
        Assert.Equal("mine", File.ReadAllText(file));
        var moved = _folder.File("y.lowtide");
        _folder.File("y.lowtide-wal", "what a moved recording left");
        Refused(2, "y.lowtide-wal exists already", "record", $"{lone.Pid}", "-o", moved);
    }

    [Fact]
    public void A_folder_that_is_missing()
    {
        using var lone = new ToldFamily();
        Refused(2, "there is no folder", "record", $"{lone.Pid}", "-o", _folder.File("x") + "/none/x.lowtide");
        Refused(2, "is a folder", "record", $"{lone.Pid}", "-o", _folder.Path);
    }

    [Fact]
    public void A_folder_that_cannot_be_written()
    {
        using var user = new PlainUser();
        var ran = user.Run([Built.Lowtide, "record", $"{Environment.ProcessId}", "-o", "/usr/x.lowtide"]);
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("permission to write in its folder is missing", ran.ErrorLine);
    }

    [Theory]
    [InlineData("-d", "0")]
    [InlineData("-d", "soon")]
    [InlineData("--interval", "0s")]
    [InlineData("--interval", "1ms")]
    public void A_wrong_call(string option, string value) =>
        Refused(2, option == "-d" ? "--duration" : option, "record", "1", option, value, "-o", _folder.File("x.lowtide"));

    [Fact]
    public void No_such_target() => Refused(1, "no process", "record", $"{int.MaxValue}", "-o", _folder.File("x.lowtide"));

    [Fact]
    public void Another_users_process_is_refused_at_once()
    {
        using var user = new PlainUser();
        using var family = new ToldFamily(workers: 1);
        Assert.SkipUnless(Environment.UserName == "root", "needs another user");
        var file = user.File("x.lowtide");
        // Of an hour nothing is waited for.
        var ran = user.Run([Built.Lowtide, "record", $"{family.Pid}", "-d", "1h", "-o", file]);
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("can be read: it belongs to user root; run Lowtide as user root or with CAP_SYS_PTRACE", ran.ErrorLine);
        Assert.False(File.Exists(file));
        Assert.DoesNotContain("lowtide record", user.Run([Built.Lowtide, "explain", $"{family.Pid}"]).Output);
    }

    private void Refused(int exitCode, string words, params string[] call)
    {
        var before = Directory.GetFileSystemEntries(_folder.Path);
        var ran = Ran.Lowtide(call);
        Assert.Equal(exitCode, ran.ExitCode);
        Assert.Contains(words, ran.ErrorLine);
        Assert.Equal("", ran.Output);
        Assert.Equal(before, Directory.GetFileSystemEntries(_folder.Path));
    }
}
