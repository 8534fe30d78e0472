using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>A tmpfs of a few KiB.</summary>
internal sealed class SmallDisk : IDisposable
{
    private readonly TempFolder _folder = new();

    public string Path => _folder.Path;

    /// <summary>Skips the test where none can be mounted.</summary>
    /// <param name="size">As mount takes it: "64k".</param>
    public static SmallDisk Mount(string size)
    {
        var disk = new SmallDisk();
        var mounted = Ran.Command(["mount", "-t", "tmpfs", "-o", $"size={size},mode=1777", "tmpfs", disk.Path]);
        if (mounted.ExitCode != 0)
            disk._folder.Dispose();
        Assert.SkipUnless(mounted.ExitCode == 0, $"no tmpfs can be mounted here: {mounted.Error.Trim()}");
        return disk;
    }

    /// <summary>Takes what is left, to the last byte, however the recorder frees and takes in between.</summary>
    public void FillUp()
    {
        using var filler = File.OpenHandle(System.IO.Path.Combine(Path, "filler"), FileMode.Create, FileAccess.Write);
        var (length, block) = (0L, 64 * 1024);
        while (block > 0)
        {
            try
            {
                RandomAccess.Write(filler, new byte[block], length);
                length += block;
            }
            catch (IOException)
            {
                block /= 2;
            }
        }
    }

    public void Dispose()
    {
        Ran.Command(["umount", Path]);
        _folder.Dispose();
    }
}
