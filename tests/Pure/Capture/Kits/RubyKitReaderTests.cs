using System.Buffers.Binary;
using System.Text;
using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Kits;

/// <summary>The sheet of Ruby's kit may hold anything: what is no line of its form is left out.</summary>
public sealed class RubyKitReaderTests
{
    private const ulong Start = 0x7f00_0000_0000;

    private const string Text =
        "stat\t7\t1700000000.25\tcount=9\tmajor_gc_count=2\tnone\todd=x\n" +
        "pool\t0\tslot_size=40\theap_eden_pages=3\npool\t1\tslot_size=80\nrubbish\twalk\n" +
        "walk\tab12\t0.0425\tT_STRING=4096\tTOTAL=8192\n";

    [Fact]
    public void What_it_holds_is_told()
    {
        var kit = RubyKitReader.Parse(Text, 7);
        Assert.NotNull(kit);
        Assert.Equal(DateTimeOffset.FromUnixTimeMilliseconds(1_700_000_000_250), kit.At);
        Assert.Equal(new Dictionary<string, long> { ["count"] = 9, ["major_gc_count"] = 2 }, kit.Stat);
        Assert.Equal([40, 80], kit.Pools.Select(pool => pool["slot_size"]));
        Assert.Equal(("ab12", 0.0425, 8192), (kit.Walk!.Asked, kit.Walk.Seconds, kit.Walk.Bytes["TOTAL"]));
    }

    [Fact]
    public void A_walk_that_failed_is_told_with_the_kits_reason()
    {
        var kit = RubyKitReader.Parse("stat\t7\t1700000000.25\tcount=9\nfailed\tab12\tLoadError: cannot load such file -- objspace\n", 7);
        Assert.Equal(new RubyWalkFailure("ab12", "LoadError: cannot load such file -- objspace"), kit!.WalkFailure);
        Assert.Null(kit.Walk);
        Assert.Null(RubyKitReader.Parse(Text, 7)!.WalkFailure);
        Assert.Null(RubyKitReader.Parse("stat\t7\t1700000000.25\nfailed\tab12\n", 7)!.WalkFailure);
    }

    /// <summary>"pool" alone ended every look in "a bug in Lowtide".</summary>
    [Theory]
    [InlineData("pool")]
    [InlineData("walk")]
    [InlineData("failed")]
    [InlineData("stat")]
    public void A_word_alone_is_no_line(string word) => Assert.Empty(RubyKitReader.Parse($"stat\t7\t1700000000.25\tcount=9\n{word}\n", 7)!.Pools);

    /// <summary>Near 2^63 their sums and products ended every look in "a bug in Lowtide".</summary>
    [Fact]
    public void Numbers_that_no_Ruby_has_counted_are_left_out()
    {
        const string Wild = "stat\t7\t1.5\theap_live_slots=9223372036854775807\theap_free_slots=281474976710656\tcount=-1\tminor_gc_count= 1\n"
            + "pool\t0\tslot_size=9223372036854775807\theap_eden_slots=1\npool\t1\tslot_size=40\theap_eden_slots=281474976710656\n"
            + "walk\ta\t0.5\tT_STRING=9223372036854775807\tTOTAL=281474976710656\n";
        var kit = RubyKitReader.Parse(Wild, 7)!;
        Assert.Equal(new Dictionary<string, long> { ["heap_free_slots"] = 1L << 48 }, kit.Stat);
        Assert.Equal(new Dictionary<string, long> { ["TOTAL"] = 1L << 48 }, kit.Walk!.Bytes);
        // More slots than an address space has room for are no pool.
        Assert.Empty(RubyCounts.Of(kit).Pools);
    }

    [Theory]
    [InlineData(8, Text)] // a fork's inherited sheet is its parent's
    [InlineData(7, "")]
    [InlineData(7, "stat\t7\tNaN\tcount=1")]
    [InlineData(7, "stat\t7\t-1\tcount=1")]
    [InlineData(7, "stat\t7")]
    public void What_is_not_its_own_or_not_whole_is_none(int pid, string text) => Assert.Null(RubyKitReader.Parse(text, pid));

    [Theory]
    [InlineData(2, true)]
    [InlineData(3, false)] // it is being written
    public void A_sheet_in_the_middle_of_a_write_is_not_read(long number, bool told)
    {
        var sheet = new byte[5 * 4096];
        "lowtide-ruby 1\n"u8.CopyTo(sheet);
        BinaryPrimitives.WriteInt64LittleEndian(sheet.AsSpan(16), number);
        BinaryPrimitives.WriteInt64LittleEndian(sheet.AsSpan(24), Text.Length);
        Encoding.UTF8.GetBytes(Text).CopyTo(sheet.AsSpan(32));
        var mapping = new Mapping(Start, Start + (ulong)sheet.Length, 0, true, true, false, false, 1, 5, "/dev/zero (deleted)");
        Assert.Equal(told, RubyKitReader.Read(new FakeMemory().With(Start, sheet), [mapping], 7) is not null);
    }
}
