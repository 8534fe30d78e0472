using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>A Ruby process made up of its heap: 400,000 slots of 40 bytes, a quarter of them free.</summary>
internal static class MadeRuby
{
    public static readonly RubyPool Pool = new(40, 1000, 0, 400_000, 100_000, 250_000, [10, 0, 90, 0, 0, 100, 0, 0, 0, 0, 800]);

    public static Member Member(RubyPool? pool = null) => Made.Master() with
    {
        Runtime = new RuntimeFacts("cruby", "3.3.8", null),
        RubyHeap = new RubyHeap(1 << 14, [pool ?? Pool], [new RubyObjects("string", 300_000, 12_000_000)], 0),
    };
}
