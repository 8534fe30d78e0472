using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Live.Sources;

/// <summary>The way to a file on kernels without openat2(2), beside the one by it.</summary>
public sealed class InRootTests
{
    private const int NoFile = 2, Links = 40, PathOnly = 0x200000; // errno.h, fcntl.h

    [Fact]
    public void Name_by_name_the_same_file_is_found()
    {
        using var folder = new TempFolder();
        var path = folder.File("a file", "");
        using var root = ReadOnlyFile.Open("/", PathOnly);
        using var walked = InRoot.Walk(root, path, out var error);
        using var found = InRoot.Find(Environment.ProcessId, path, InRoot.NoLinks, out _);
        Assert.Equal(0, error);
        Assert.Equal(FileStat.Of(found!)!.Value, FileStat.Of(walked!)!.Value);
    }

    [Theory]
    [InlineData("link/file", Links)]
    [InlineData("folder/link", Links)]
    [InlineData("folder/../folder/file", Links)]
    [InlineData("folder/none", NoFile)]
    [InlineData("none/file", NoFile)]
    public void No_link_leads_anywhere(string path, int why)
    {
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("folder"));
        folder.File("folder/file", "");
        File.CreateSymbolicLink(folder.File("link"), folder.File("folder"));
        File.CreateSymbolicLink(folder.File("folder/link"), folder.File("folder/file"));
        using var root = ReadOnlyFile.Open("/", PathOnly);
        Assert.Null(InRoot.Walk(root, folder.File(path), out var error));
        Assert.Equal(why, error);
    }
}
