using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands;

public sealed class NewFileTests
{
    [Fact]
    public void Of_a_file_that_a_full_disk_cut_short_nothing_is_left()
    {
        using var folder = new TempFolder();
        var path = folder.File("plan.sh");
        var said = Assert.Throws<Failure>(() => NewFile.Write(path, file =>
        {
            file.Write("half");
            throw new IOException("No space left on device");
        }));
        Assert.Equal($"{path} cannot be written (No space left on device); nothing of it was kept", said.Message);
        Assert.False(File.Exists(path));
    }

    [Fact]
    public void One_that_came_meanwhile_is_not_written_over()
    {
        using var folder = new TempFolder();
        var path = folder.File("plan.sh");
        File.WriteAllText(path, "theirs");
        Assert.Throws<Failure>(() => NewFile.Write(path, file => file.Write("ours")));
        Assert.Equal("theirs", File.ReadAllText(path));
    }
}
