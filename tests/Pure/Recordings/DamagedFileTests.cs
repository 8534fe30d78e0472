using System.Buffers.Binary;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>Whatever a file holds, it is read or refused in one line: never another exception, never a lie.</summary>
public sealed class DamagedFileTests
{
    [Fact]
    public void Cut_short_anywhere()
    {
        using var written = new Written(Recorded.Full);
        var whole = File.ReadAllBytes(written.FileName);
        foreach (var length in Enumerable.Range(0, 60).Select(step => (int)((long)whole.Length * step / 60)).Concat([1, 15, 16, 17, 99, 100, whole.Length - 1]))
        {
            File.WriteAllBytes(written.FileName, whole[..length]);
            Refused(written.FileName);
        }
    }

    /// <summary>SQLite 3.40 takes zeros for what the last page lacks, and calls that whole; the one that Lowtide brings does not.</summary>
    [Fact]
    public void Cut_short_within_its_last_page()
    {
        using var written = new Written(Recorded.Full with
        {
            Picture = Recorded.Full.Picture! with { Regions = [new RegionHashes(4096, [.. Enumerable.Range(0, 25_000).Select(page => (ulong)page)])] },
        });
        Assert.NotNull(RecordingReader.Read(written.FileName));
        var whole = File.ReadAllBytes(written.FileName);
        foreach (var missing in new[] { 1, 7, 512, 4095 })
        {
            File.WriteAllBytes(written.FileName, whole[..^missing]);
            Assert.Contains("cut short", Refused(written.FileName));
        }
    }

    [Fact]
    public void With_bytes_changed_anywhere()
    {
        using var written = new Written(Recorded.Full);
        var whole = File.ReadAllBytes(written.FileName);
        var random = new Random(20250811);
        for (var round = 0; round < 400; round++)
        {
            var damaged = whole.ToArray();
            for (var change = random.Next(1, 20); change > 0; change--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            File.WriteAllBytes(written.FileName, damaged);
            ReadOrRefused(written.FileName);
        }
    }

    /// <summary>SQLite quotes the schema that it cannot take; what drives a terminal in it does not come through.</summary>
    [Fact]
    public void With_an_escape_in_its_schema()
    {
        using var written = new Written(Recorded.Full);
        var bytes = File.ReadAllBytes(written.FileName);
        foreach (var at in Enumerable.Range(0, bytes.Length - 12).Where(at => bytes.AsSpan(at).StartsWith("CREATE TABLE"u8)))
            bytes[at + 13] = 0x1b;
        File.WriteAllBytes(written.FileName, bytes);
        var why = Refused(written.FileName);
        Assert.Contains('?', why);
        Assert.DoesNotContain('\u001b', why);
    }

    [Fact]
    public void With_its_wal_cut_short_anywhere()
    {
        using var written = new Written(Recorded.Bare);
        var (main, wal) = Unclosed(written);
        foreach (var step in Enumerable.Range(0, 40))
        {
            var copy = written.Beside($"{step}.lowtide");
            File.WriteAllBytes(copy, main);
            File.WriteAllBytes($"{copy}-wal", wal[..(int)((long)wal.Length * step / 40)]);
            ReadOrRefused(copy);
        }
    }

    [Fact]
    public void Without_its_wal_it_says_which_file_is_missing()
    {
        using var written = new Written(Recorded.Bare);
        var alone = written.Beside("alone.lowtide");
        File.WriteAllBytes(alone, Unclosed(written).Main);
        Assert.EndsWith("and the alone.lowtide-wal that belongs beside it is not there: copy that file too, for it holds what came last", Refused(alone));
    }

    [Theory]
    [InlineData("")]
    [InlineData("SQLite format 3")]
    [InlineData("a text that is no recording at all")]
    public void Of_another_kind(string content)
    {
        using var written = new Written(Recorded.Bare);
        var file = written.Beside("other");
        File.WriteAllText(file, content);
        Assert.EndsWith("is not a Lowtide recording", Refused(file));
    }

    [Fact]
    public void Of_another_program()
    {
        using var written = new Written(Recorded.Bare);
        written.Run("PRAGMA application_id=7");
        Assert.Contains("a database of another program", Refused(written.FileName));
    }

    [Fact]
    public void Of_another_version()
    {
        using var written = new Written(Recorded.Bare);
        // SQLite keeps it in four bytes at 60: https://www.sqlite.org/fileformat.html, section 1.3.
        var own = BinaryPrimitives.ReadInt32BigEndian(File.ReadAllBytes(written.FileName).AsSpan(60));
        written.Run($"PRAGMA user_version={own + 1}");
        Assert.Contains($"written by a newer Lowtide (format {own + 1}, this one reads {own}): upgrade Lowtide", Refused(written.FileName));
        written.Run($"PRAGMA user_version={own - 1}");
        Assert.Contains($"written by an older Lowtide (format {own - 1}, this one reads {own}): record it again", Refused(written.FileName));
    }

    [Theory]
    [InlineData("UPDATE snapshots SET body='null'")]
    [InlineData("UPDATE snapshots SET body='{}'")]
    [InlineData("UPDATE snapshots SET body='{'")]
    [InlineData("UPDATE snapshots SET body=x'00ff'")]
    [InlineData("UPDATE snapshots SET body=replace(body, '\"workers\":', '\"others\":')")]
    [InlineData("UPDATE meta SET value='[]' WHERE key='host'")]
    [InlineData("DELETE FROM meta")]
    [InlineData("DELETE FROM snapshots")]
    [InlineData("UPDATE census SET pages=x'00'")]
    [InlineData("UPDATE census SET counts=x'ffffffff'")]
    [InlineData("UPDATE census SET counts=x'0000'")]
    [InlineData("UPDATE census SET starts=x'00f0ffffffffffff'")]
    [InlineData("UPDATE census SET starts=starts || x'0000000000000000'")]
    [InlineData("UPDATE census SET pages='text', counts=x'01000000'")]
    [InlineData("UPDATE census SET snapshot='x', pid='y'")]
    [InlineData("UPDATE census SET traces=x'00'")]
    [InlineData("UPDATE samples SET collections='{}'")]
    [InlineData("UPDATE samples SET rss_bytes='much'")]
    [InlineData("UPDATE samples SET pid=99999999999")]
    [InlineData("UPDATE system_samples SET total_bytes='much'")]
    [InlineData("UPDATE system_samples SET cgroup_path=NULL")]
    [InlineData("ALTER TABLE system_samples DROP COLUMN swap_free_bytes")]
    [InlineData("UPDATE picture_regions SET hashes='abc'")]
    [InlineData("DROP TABLE samples")]
    public void With_a_value_that_cannot_be(string sql)
    {
        using var written = new Written(Recorded.Full);
        written.Run(sql);
        ReadOrRefused(written.FileName);
    }

    [Fact]
    public void That_is_missing()
    {
        using var written = new Written(Recorded.Bare);
        Assert.StartsWith("there is no file", Refused(written.Beside("none.lowtide")));
        Assert.StartsWith("there is no file", Refused(written.Beside("no/where.lowtide")));
    }

    private static string Refused(string file)
    {
        var message = Assert.Throws<RecordingException>(() => RecordingReader.Read(file)).Message;
        Assert.DoesNotContain('\n', message);
        return message;
    }

    private static void ReadOrRefused(string file)
    {
        Recording read;
        try
        {
            read = RecordingReader.Read(file);
        }
        catch (RecordingException refused)
        {
            Assert.DoesNotContain('\n', refused.Message);
            return;
        }
        // What was read can be explained.
        Assert.NotNull(Diagnosis.Of(read));
    }

    /// <summary>The file and its -wal as a killed recorder leaves them.</summary>
    private static (byte[] Main, byte[] Wal) Unclosed(Written written)
    {
        var file = written.Beside("open.lowtide");
        using var writer = RecordingWriter.Create(file, Recorded.Host);
        foreach (var snapshot in Recorded.Full.Snapshots)
            writer.Add(snapshot);
        writer.Add(Recorded.Full.Samples);
        return (Bytes(file), Bytes($"{file}-wal"));
    }

    /// <summary>While SQLite holds it open, which File.ReadAllBytes would take for a conflict.</summary>
    private static byte[] Bytes(string file)
    {
        using var open = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var bytes = new byte[open.Length];
        open.ReadExactly(bytes);
        return bytes;
    }
}
