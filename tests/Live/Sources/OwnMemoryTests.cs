using System.IO.MemoryMappedFiles;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Sources;

/// <summary>The tests' own process gives its images' pages back, and goes on.</summary>
[Collection(nameof(Alone))]
public sealed class OwnMemoryTests
{
    [Fact]
    public void Pages_that_nobody_wrote_are_unmapped_and_come_back()
    {
        var own = new OwnMemory();
        var before = OfFiles();
        var given = own.GiveBackImages();
        var after = OfFiles();
        // Others run beside it, and what runs comes back at once.
        Assert.InRange(given, before / 10, long.MaxValue);
        Assert.InRange(after, 1, before - (given / 4));
        Assert.InRange(OfFiles(), after / 2, before);
    }

    [Fact]
    public void What_was_written_to_a_private_mapping_of_a_file_stays()
    {
        using var folder = new TempFolder();
        var path = Path.Combine(folder.Path, "data");
        File.WriteAllBytes(path, [.. Enumerable.Repeat((byte)1, 64 * Page.Size)]);
        using var mapped = MemoryMappedFile.CreateFromFile(path, FileMode.Open, null, 0, MemoryMappedFileAccess.CopyOnWrite);
        using var view = mapped.CreateViewAccessor(0, 0, MemoryMappedFileAccess.CopyOnWrite);
        int Sum() => Enumerable.Range(0, 64).Sum(page => view.ReadByte(page * Page.Size));
        for (var page = 0; page < 64; page += 3)
            view.Write(page * Page.Size, (byte)2);
        var sum = Sum();
        var own = new OwnMemory();
        Assert.NotEqual(0, own.GiveBackImages());
        Assert.Equal(86, sum);
        Assert.Equal(sum, Sum());
    }

    /// <summary>Bytes, proc_pid_status(5).</summary>
    private static long OfFiles() => long.Parse(
        File.ReadLines("/proc/self/status").Single(line => line.StartsWith("RssFile:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        System.Globalization.CultureInfo.InvariantCulture) * 1024;
}
