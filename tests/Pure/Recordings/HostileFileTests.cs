using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>Recordings that somebody made to do harm by what SQLite would run, or by how much they ask for: each is refused in one line.</summary>
public sealed class HostileFileTests
{
    [Theory]
    [InlineData("CREATE VIEW more AS SELECT * FROM samples", "more than the tables")]
    [InlineData("CREATE TRIGGER more AFTER INSERT ON samples BEGIN DELETE FROM samples; END", "more than the tables")]
    [InlineData("CREATE VIRTUAL TABLE more USING fts5(text)", "more than the tables")]
    [InlineData("CREATE INDEX more ON samples(pid)", "more than the tables")]
    [InlineData("CREATE TABLE more(text)", "more than the tables")]
    [InlineData("ALTER TABLE samples RENAME TO more; CREATE VIEW samples AS SELECT * FROM more", "its tables are not those")]
    [InlineData("DROP TABLE samples; CREATE VIRTUAL TABLE samples USING fts5(text)", "its tables are not those")]
    public void What_would_run_at_a_look_is_refused(string sql, string why)
    {
        using var written = new Written(Recorded.Full);
        written.Run(sql);
        Assert.Contains(why, Refused(written.FileName));
    }

    /// <summary>https://www.sqlite.org/pragma.html#pragma_trusted_schema and #pragma_query_only</summary>
    [Fact]
    public void SQLite_trusts_no_schema_and_writes_nothing()
    {
        using var written = new Written(Recorded.Full);
        using var file = RegularFile.Open(written.FileName);
        using var image = RecordingImage.Read(file);
        using var connection = RecordingReader.Open(image);
        Assert.Equal((0, 1), (connection.Number("PRAGMA trusted_schema"), connection.Number("PRAGMA query_only")));
    }

    /// <summary>Two thousand million cells were drawn one by one.</summary>
    [Theory]
    [InlineData("u2000000000")]
    [InlineData("u4194304f1")]
    [InlineData("u2000000000 u2000000000 u2000000000")]
    [InlineData("u99999999999")]
    [InlineData("u1f")]
    [InlineData("uf1")]
    [InlineData("u-1")]
    public void Cells_of_a_heap_that_cannot_be_are_refused(string cells)
    {
        var look = Recorded.Snapshot(0);
        using var written = new Written(Recorded.Full with
        {
            Snapshots = [look with { Master = look.Master! with { Heaps = [new HeapPicture("main arena", "malloc", 16, cells)] } }],
        });
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Contains("a heap's cells are more than there can be, or without a count", Refused(written.FileName));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64 << 20);
    }

    /// <summary>It holds 200 KB, says that it is as large as can be read, and took 4 GiB of memory and the time to fill them.</summary>
    [Fact]
    public void The_holes_of_a_sparse_file_take_no_memory()
    {
        const long length = 4L << 30;
        using var written = new Written(Recorded.Full);
        using (var file = File.OpenHandle(written.FileName, FileMode.Open, FileAccess.Write))
        {
            Span<byte> pages = stackalloc byte[4];
            BinaryPrimitives.WriteUInt32BigEndian(pages, (uint)(length / 4096));
            // https://www.sqlite.org/fileformat.html, section 1.3: the size of the file in pages.
            RandomAccess.Write(file, pages, 28);
            RandomAccess.SetLength(file, length);
        }
        var (before, began) = (Peak(), Stopwatch.GetTimestamp());
        Refused(written.FileName);
        Assert.InRange(Peak() - before, long.MinValue, 1L << 30);
        Assert.InRange(Stopwatch.GetElapsedTime(began), TimeSpan.Zero, TimeSpan.FromSeconds(60));
    }

    /// <summary>What a file system keeps as a hole is zeros to whoever reads.</summary>
    [Fact]
    public void A_file_is_read_with_its_holes_and_what_is_between()
    {
        using var folder = new TempFolder();
        var path = folder.File("sparse");
        using (var file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write))
        {
            RandomAccess.Write(file, "begin"u8, 0);
            RandomAccess.Write(file, "middle"u8, 1 << 20);
            RandomAccess.SetLength(file, 3 << 20);
        }
        var (whole, parts) = (File.ReadAllBytes(path), new byte[4 << 20]);
        using var open = RegularFile.Open(path);
        Assert.Equal(3 << 20, RegularFile.FillData(open, parts, 0));
        Assert.True(whole.AsSpan().SequenceEqual(parts.AsSpan(0, 3 << 20)));
        var end = new byte[2 << 20];
        Assert.Equal(2 << 20, RegularFile.FillData(open, end, 1 << 20));
        Assert.True(whole.AsSpan(1 << 20).SequenceEqual(end));
        Assert.Equal(0, RegularFile.FillData(open, end, 3 << 20));
    }

    /// <summary>VmHWM of this process, proc_pid_status(5), in bytes.</summary>
    private static long Peak() => 1024 * long.Parse(
        File.ReadLines("/proc/self/status").Single(line => line.StartsWith("VmHWM:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2], CultureInfo.InvariantCulture);

    private static string Refused(string file)
    {
        var message = Assert.Throws<RecordingException>(() => RecordingReader.Read(file)).Message;
        Assert.DoesNotContain('\n', message);
        return message;
    }
}
