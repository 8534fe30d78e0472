using System.Buffers.Binary;
using System.Text.Json;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>A recording that is not what was written is noticed, and by no bit shown as another: 137 of 347 flipped bits were.</summary>
public sealed class FlippedBitTests
{
    private const int Flips = 350;

    /// <summary>
    /// Of those bytes that hold something: between a page's list of rows and its rows there is nothing. What is unnoticed then is in the head of the file
    /// (counters of changes and of SQLite's versions, on which nothing rests) and behind the end of a value that goes on to pages of its own.
    /// </summary>
    [Fact]
    public void A_flipped_bit_of_a_page_in_use_is_noticed()
    {
        using var written = new Written(Made);
        var (whole, random, unnoticed) = (File.ReadAllBytes(written.FileName), new Random(29), 0);
        var read = Text(RecordingReader.Read(written.FileName));
        var used = Enumerable.Range(0, whole.Length).Where(at => IsUsed(whole, at)).ToList();
        for (var flip = 0; flip < Flips; flip++)
            unnoticed += IsUnnoticed(written.FileName, whole, used[random.Next(used.Count)], random, read) ? 1 : 0;
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"{unnoticed} of {Flips} flipped bits in {used.Count:N0} used bytes of {whole.Length:N0} were not noticed, and changed nothing that is read");
        Assert.InRange(unnoticed, 0, Flips / 20);
    }

    /// <summary>Anywhere, used or not; of one whose recorder was killed also in its -wal.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void No_bit_of_it_changes_what_is_read(bool close)
    {
        using var written = new Written(Made, close);
        var (read, random, unnoticed) = (Text(RecordingReader.Read(written.FileName)), new Random(29), 0);
        foreach (var file in close ? [written.FileName] : new[] { written.FileName, $"{written.FileName}-wal" })
        {
            var whole = File.ReadAllBytes(file);
            for (var flip = 0; flip < Flips; flip++)
                unnoticed += IsUnnoticed(written.FileName, whole, random.Next(whole.Length), random, read, file) ? 1 : 0;
            File.WriteAllBytes(file, whole);
        }
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"{unnoticed} of {Flips * (close ? 1 : 2)} flipped bits were not noticed, and changed nothing that is read");
    }

    private static Recording Made => MadeReports.Recording(copies: true) with { Faults = Recorded.Full.Faults, Picture = Recorded.Full.Picture };

    private static bool IsUnnoticed(string recording, byte[] whole, int at, Random random, string read, string? file = null)
    {
        var bytes = whole.ToArray();
        bytes[at] ^= (byte)(1 << random.Next(8));
        File.WriteAllBytes(file ?? recording, bytes);
        try
        {
            var again = RecordingReader.Read(recording);
            // What a torn -wal had before is read, and it is said that there was more.
            if (again.CouldNotRead.Any(missing => missing.Why.StartsWith("its -wal is damaged", StringComparison.Ordinal)))
                return false;
            Assert.True(Text(again) == read, $"byte {at} changed what was read");
            return true;
        }
        catch (RecordingException)
        {
            return false;
        }
    }

    /// <summary>https://www.sqlite.org/fileformat.html, section 1.6: 13 is a page of rows; of one that leads to others, 5, the head is longer.</summary>
    private static bool IsUsed(byte[] file, int at)
    {
        var page = at / 4096 * 4096;
        var head = page == 0 ? 100 : page;
        if (file[head] is not (5 or 13))
            return true;
        var rows = BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(head + 3));
        var listEnd = head + (file[head] == 13 ? 8 : 12) + (2 * rows);
        return at < listEnd || at >= page + BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(head + 5));
    }

    [Theory]
    [InlineData("DELETE FROM samples WHERE rowid=3")]
    [InlineData("DELETE FROM samples WHERE rowid=(SELECT max(rowid) FROM samples)")]
    [InlineData("DELETE FROM could_not_read")]
    [InlineData("INSERT INTO samples SELECT * FROM samples WHERE rowid=1")]
    [InlineData("UPDATE samples SET pid=pid+1 WHERE rowid=2")]
    public void A_row_that_is_lost_moved_or_changed_is_missed(string sql)
    {
        using var written = new Written(MadeReports.Recording(copies: true) with { CouldNotRead = Recorded.Full.CouldNotRead });
        written.Run(sql);
        Assert.Contains("is damaged", Assert.Throws<RecordingException>(() => RecordingReader.Read(written.FileName)).Message);
    }

    private static string Text(Recording recording) => JsonSerializer.Serialize(recording)
        + string.Concat(recording.Snapshots.SelectMany(snapshot => snapshot.Members).SelectMany(member => member.Census?.Regions ?? [])
            .Select(region => $"{region.Region}{Convert.ToHexString([.. region.Pages.Select(page => (byte)page)])}"));
}
