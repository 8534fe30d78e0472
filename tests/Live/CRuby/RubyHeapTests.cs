using Lowtide.Capture.Runtimes;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>What is read of Ruby's heap from outside against what GC.stat and ObjectSpace say inside.</summary>
public sealed class RubyHeapTests
{
    /// <summary>It makes some objects of its own between counting and saying.</summary>
    private const int Own = 300;

    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void Slots_pages_and_kinds(string version)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_heap.rb")]);
        var runtime = RuntimeDecoders.Read(target.Pid, target.Mappings)?.Facts;
        Assert.Equal(new RuntimeFacts("cruby", target.Said.GetProperty("version").GetString(), null), runtime);

        var heap = RuntimeDecoders.RubyHeapOf(target.Pid, runtime);

        Assert.NotNull(heap);
        Assert.Equal(Number("pages"), heap.Pages);
        Assert.Equal(Number("tombs"), heap.TombPages);
        Assert.Equal(0, heap.UnreadPages);
        Assert.Equal(Number("slots"), heap.Slots);
        Near(Number("live"), heap.LiveSlots);
        Near(Number("free"), heap.FreeSlots);
        Near(Number("old"), heap.OldSlots);
        Near(Number("strings"), heap.Objects.Single(kind => kind.Kind == "string").Count);
        Assert.Equal(heap.LiveSlots, heap.Objects.Sum(kind => kind.Count));
        foreach (var (bytes, pages) in Numbers("slot_bytes").Zip(Numbers("pool_pages")))
            Assert.Equal(pages, heap.Pools.SingleOrDefault(pool => pool.SlotBytes == bytes)?.Pages ?? 0);
        foreach (var pool in heap.Pools)
            Assert.Equal(pool.Pages, pool.PagesByOccupancy.Sum());

        int Number(string name) => target.Said.GetProperty(name).GetInt32();

        IEnumerable<int> Numbers(string name) => target.Said.GetProperty(name).EnumerateArray().Select(number => number.GetInt32());
    }

    private static void Near(int expected, long actual) => Assert.InRange(actual, expected - Own, expected + Own);
}
