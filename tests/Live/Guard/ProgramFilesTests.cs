using Lowtide.Capture.Serving;

namespace Lowtide.Tests.Live.Guard;

/// <summary>Code of a server that was changed after its workers were started, by the folder that it runs in.</summary>
public sealed class ProgramFilesTests : IDisposable
{
    private static readonly DateTimeOffset Before = DateTimeOffset.UtcNow.AddMinutes(-10), After = DateTimeOffset.UtcNow.AddMinutes(10);

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("views.py", "views.py")]
    [InlineData("shop/views.py", "views.py")]
    [InlineData("notes.txt", null)] // no code
    public void A_file_of_code_that_came_after_the_workers_is_found(string file, string? found)
    {
        // As rsync and tar copy one.
        File.SetLastWriteTimeUtc(_folder.File($"program/{file}", ""), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        using var target = Target.Start("/usr/bin/python3", [Target.Path("in_folder.py"), Path.Combine(_folder.Path, "program")]);
        Assert.Equal(found, ProgramFiles.NewerThan(target.Pid, Before));
        Assert.Null(ProgramFiles.NewerThan(target.Pid, After));
    }

    /// <summary>Whoever looks below a file system that answers nothing waits with it for ever. One that is elsewhere is in nobody's way.</summary>
    [Theory]
    [InlineData("tmpfs", "program/media", "views.py")]
    [InlineData("fuse", "program/media", null)]
    [InlineData("fuse", "program-media", "views.py")]
    public async Task Below_a_file_system_of_others_nothing_is_looked_for(string kind, string mounted, string? found)
    {
        Assert.SkipUnless(Environment.UserName == "root", "only root mounts a file system");
        Assert.SkipUnless(kind != "fuse" || File.Exists("/dev/fuse"), "this kernel has no FUSE");
        _folder.File("program/views.py", "");
        var on = Directory.CreateDirectory(Path.Combine(_folder.Path, mounted)).FullName;
        using var target = Target.Start("/usr/bin/python3", [Target.Path("in_folder.py"), Path.Combine(_folder.Path, "program"), kind, on]);
        Assert.Equal(found, await Task.Run(() => ProgramFiles.NewerThan(target.Pid, Before)).WaitAsync(Patience.Limit, TestContext.Current.CancellationToken));
    }

    /// <summary>As deploys go that put each release into a folder of its own.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("src")]
    public void A_link_that_was_put_to_the_next_release_is_told_from_others(string below)
    {
        List<string> releases = [Path.Combine(_folder.Path, "releases", "1"), Path.Combine(_folder.Path, "releases", "2")];
        releases.ForEach(release => Directory.CreateDirectory(Path.Combine(release, below)));
        var current = Path.Combine(_folder.Path, "current");
        Directory.CreateSymbolicLink(current, releases[0]);
        using var target = Target.Start("/usr/bin/python3", [Target.Path("in_folder.py"), Path.Combine(current, below)]);
        Assert.Null(ProgramFiles.SwitchedLink(target.Pid, Before));
        Directory.Delete(current);
        Directory.CreateSymbolicLink(current, releases[1]);
        Assert.Equal(current, ProgramFiles.SwitchedLink(target.Pid, Before));
        Assert.Null(ProgramFiles.SwitchedLink(target.Pid, After));
        // It leads where the workers' is not, and never did.
        Directory.Delete(current);
        Directory.CreateSymbolicLink(current, _folder.Path);
        Assert.Null(ProgramFiles.SwitchedLink(target.Pid, Before));
    }
}
