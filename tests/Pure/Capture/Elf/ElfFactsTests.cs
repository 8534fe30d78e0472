using Lowtide.Capture.Elf;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Elf;

public sealed class ElfFactsTests
{
    private static readonly Mapping Library = new(0x1000, 0x2000, 0, true, false, true, true, 1, 5, "/usr/lib/libruby.so");

    private readonly Clock _clock = new();
    private int _opened;

    /// <summary>A file that is asked for again and again is read once; after a quarter of an hour its number may be another file's.</summary>
    [Fact]
    public void A_file_is_inspected_again_where_nobody_asked_for_long()
    {
        var facts = new ElfFacts<string>(file => file.TryFindSymbol("ruby", out _) ? "ruby" : null, _clock);
        foreach (var (minutes, opened) in new[] { (0, 1), (10, 1), (10, 1), (10, 1), (16, 2), (1, 2) })
        {
            _clock.Now += TimeSpan.FromMinutes(minutes);
            Assert.True(facts.TryGet(Library, _ => Open(), out var said));
            Assert.Equal(("ruby", opened), (said, _opened));
        }
    }

    [Fact]
    public void Another_number_is_another_file_and_one_that_does_not_open_is_asked_for_again()
    {
        var facts = new ElfFacts<string>(_ => "any", _clock);
        Assert.False(facts.TryGet(Library, _ => null, out _));
        Assert.True(facts.TryGet(Library, _ => Open(), out _));
        Assert.True(facts.TryGet(Library with { Inode = 6 }, _ => Open(), out _));
        Assert.Equal(2, _opened);
    }

    private Microsoft.Win32.SafeHandles.SafeFileHandle Open()
    {
        _opened++;
        return ElfBuilder.Open(ElfBuilder.Build(Hash.Gnu, ("ruby", 0x40_1000)));
    }

    private sealed class Clock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
