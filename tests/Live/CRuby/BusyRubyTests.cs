using Lowtide.Capture.CRuby;
using Lowtide.Capture.Runtimes;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>A heap that does not hold still while it is read: what is told stays within what can be, and the program is none the worse.</summary>
public sealed class BusyRubyTests
{
    private const int Reads = 8;

    /// <summary>Two thirds of 50,000 hashes are kept, each with its string.</summary>
    private const int Kept = 60_000;

    public static MatrixTheoryData<string, string> Busy => new(Rubies.Versions, ["allocates", "compacts", "forks"]);

    [Theory, MemberData(nameof(Busy))]
    public void A_heap_that_changes_meanwhile_is_told_and_left_whole(string version, string how)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_busy.rb"), how]);
        var runtime = RuntimeDecoders.Read(target.Space())?.Facts;
        var before = target.Ask("before").GetProperty("rounds").GetInt32();
        var most = 0L;
        for (var read = 0; read < Reads; read++)
        {
            var told = Assert.IsType<CRubyHeap>(RuntimeDecoders.ReadHeap(target.Space(), runtime));
            // An object that compacting moves from a page that is yet to be read to one that has been is seen on neither.
            Assert.InRange(told.Facts.LiveSlots, how == "compacts" ? 0 : Kept, told.Facts.Slots);
            most = Math.Max(most, told.Facts.LiveSlots);
            Assert.Equal(told.Facts.LiveSlots, told.Facts.Objects.Sum(kind => kind.Count));
            Assert.InRange(told.Facts.OldSlots, 0, told.Facts.LiveSlots);
            Assert.Equal(told.Facts.Pages + told.Facts.UnreadPages, told.Pictures.Sum(picture => picture.Pages().Count()));
        }
        Assert.InRange(most, Kept, long.MaxValue);
        var family = Look.At(target.Pid).Family;
        Assert.NotNull(family.Master?.RubyHeap);
        Assert.NotEmpty(family.Master.Parts!);
        var after = target.Ask("after");
        Assert.True(after.GetProperty("whole").GetBoolean());
        Assert.True(after.GetProperty("rounds").GetInt32() > before, "it went on while it was read");
    }
}
