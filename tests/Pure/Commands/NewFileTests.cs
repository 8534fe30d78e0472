using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands;

public sealed class NewFileTests
{
    [Fact]
    public void Of_a_file_that_a_full_disk_cut_short_nothing_is_left()
    {
        using var folder = new TempFolder();
        var path = folder.File("plan.sh");
        using (var made = NewFile.Create(path, "--save")!)
        {
            var said = Assert.Throws<Failure>(() => made.Write(file =>
            {
                file.Write("half");
                throw new IOException("No space left on device");
            }));
            Assert.Equal($"{path} cannot be written (No space left on device); nothing of it was kept", said.Message);
        }
        Assert.False(File.Exists(path));
    }

    /// <summary>It was written by name at the end, into whatever stood there by then.</summary>
    [Fact]
    public void A_link_that_is_put_in_its_place_meanwhile_is_not_followed()
    {
        using var folder = new TempFolder();
        var theirs = folder.File("shadow", "theirs");
        var path = folder.File("x.folded");
        using (var made = NewFile.Create(path, "--folded")!)
        {
            File.Delete(path);
            File.CreateSymbolicLink(path, theirs);
            made.Write(file => file.Write("ours"));
        }
        Assert.Equal("theirs", File.ReadAllText(theirs));
    }

    [Theory]
    [InlineData("there")]
    [InlineData("nowhere")]
    public void A_link_that_is_there_is_refused_at_once(string target)
    {
        using var folder = new TempFolder();
        folder.File("there", "theirs");
        var path = folder.File("x.folded");
        File.CreateSymbolicLink(path, Path.Combine(folder.Path, target));
        Assert.Equal(Failure.WrongCall, Assert.Throws<Failure>(() => NewFile.Create(path, "--folded")).ExitCode);
        Assert.False(File.Exists(Path.Combine(folder.Path, "nowhere")));
    }

    /// <summary>Its name was the report's and the pid: whoever has the folder could put a link there for root to write through.</summary>
    [Fact]
    public void A_report_is_written_under_a_name_that_nobody_knows_before()
    {
        using var folder = new TempFolder();
        var path = folder.File("x.html");
        using var one = NewFile.Beside(path);
        using var other = NewFile.Beside(path);
        Assert.NotEqual(one.FileName, other.FileName);
        var theirs = folder.File("shadow", "theirs");
        File.CreateSymbolicLink(Path.Combine(folder.Path, $".x.html.{Environment.ProcessId}"), theirs);
        Assert.True(ReportFile.Write(path, "<!-- lowtide/report/1 -->") > 0);
        Assert.Equal("theirs", File.ReadAllText(theirs));
    }
}
