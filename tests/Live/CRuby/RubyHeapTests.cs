using Lowtide.Capture.CRuby;
using Lowtide.Capture.Runtimes;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>What is read of Ruby's heap from outside against what GC.stat and ObjectSpace say inside.</summary>
public sealed class RubyHeapTests
{
    /// <summary>It makes some objects of its own between counting and saying.</summary>
    private const int Own = 300;

    public static MatrixTheoryData<string, string> WithOptions => new(Rubies.Versions, ["", "--yjit"]);

    /// <summary>A row that no Ruby was held against might be nearly right.</summary>
    [Fact]
    public void Every_version_that_is_read_is_tried() => Assert.Empty(RubyPageLayout.Versions.Except(Rubies.Versions));

    [Theory, MemberData(nameof(WithOptions))]
    public void Slots_pages_kinds_and_their_picture(string version, string options)
    {
        var ruby = Rubies.Program(version);
        if (options.Length > 0)
            Assert.SkipUnless(Ran.Command([ruby, "-e", "exit RubyVM::YJIT.enabled?"], ("RUBYOPT", options)).ExitCode == 0, $"this Ruby has no {options}");
        using var target = Target.Start(ruby, [Target.Path("ruby_heap.rb")], ("RUBYOPT", options));
        var runtime = RuntimeDecoders.Read(target.Space())?.Facts;
        Assert.Equal(new RuntimeFacts("cruby", target.Said.GetProperty("version").GetString(), null), runtime);
        Assert.StartsWith($"{version}.", runtime?.Version, StringComparison.Ordinal);

        var read = Assert.IsType<CRubyHeap>(RuntimeDecoders.ReadHeap(target.Space(), runtime));
        var heap = read.Facts;

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

        Near(Number("old"), Drawn('o'));
        Near(Number("live") - Number("old"), Drawn('y'));
        Near(Number("free"), Drawn('f'));
        foreach (var (bytes, pages) in Numbers("slot_bytes").Zip(Numbers("pool_pages")))
            Assert.Equal(pages, read.Pictures.SingleOrDefault(picture => picture.CellBytes == bytes)?.Pages().Count() ?? 0);
        Assert.Equal(Number("pages"), read.Pictures.Sum(picture => picture.Pages().Count()));

        long Drawn(char letter) => read.Pictures.SelectMany(picture => picture.Runs()).Where(run => run.Letter == letter).Sum(run => (long)run.Cells);

        int Number(string name) => target.Said.GetProperty(name).GetInt32();

        IEnumerable<int> Numbers(string name) => target.Said.GetProperty(name).EnumerateArray().Select(number => number.GetInt32());
    }

    /// <summary>In bytes, and between its snapshots too: memory.growth judges by that.</summary>
    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void A_recording_carries_it_at_its_samples(string version)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_heap.rb")]);
        using var folder = new TempFolder();
        using var recorder = new Recorder(target.Pid, folder.File("x.lowtide"), "--interval", "100ms");

        var sample = Later(recorder.WaitFor(recording => Later(recording) is not null))!;

        var (live, all) = (Number("live_bytes"), Number("pages") * Number("page_bytes"));
        var own = Own * target.Said.GetProperty("slot_bytes").EnumerateArray().Select(bytes => bytes.GetInt64()).Append(live / Number("live")).Max();
        Assert.InRange(sample.Heap!.RubyLiveBytes!.Value, live - own, live + own);
        Assert.Equal(all, sample.Heap.RubyLiveBytes + sample.Heap.RubyFreeBytes);
        Assert.InRange(sample.Heap.InUseBytes, 1 << 20, sample.Memory.RssBytes!.Value);

        // The first are the snapshot's.
        static Sample? Later(Recording recording) =>
            recording.Samples.FirstOrDefault(one => one.Heap is not null && one.Seconds > recording.Samples[0].Seconds);

        long Number(string name) => target.Said.GetProperty(name).GetInt64();
    }

    private static void Near(int expected, long actual) => Assert.InRange(actual, expected - Own, expected + Own);
}
