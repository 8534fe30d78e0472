using System.Diagnostics;
using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Recordings;

// Bytes a second that one core compares, for pages that are equal (both are read to the end) and for pages
// that differ in a few words (the words that differ are looked at). 256 MiB a side: more than any cache.
const int Pages = 64 * 1024;
const int Rounds = 7;

unsafe
{
    var one = (byte*)NativeMemory.AlignedAlloc((nuint)Pages * Page.Size, Page.Size);
    var other = (byte*)NativeMemory.AlignedAlloc((nuint)Pages * Page.Size, Page.Size);
    var random = new Random(1);
    for (var page = 0; page < Pages; page++)
        random.NextBytes(new Span<byte>(one + ((long)page * Page.Size), Page.Size));
    Buffer.MemoryCopy(one, other, (long)Pages * Page.Size, (long)Pages * Page.Size);

    ReadOnlySpan<byte> One(int page) => new(one + ((long)page * Page.Size), Page.Size);
    ReadOnlySpan<byte> Other(int page) => new(other + ((long)page * Page.Size), Page.Size);

    var equal = 0;
    Measure("equal pages, compared", page => equal += ChangedWords.Of(One(page), Other(page)).Any ? 0 : 1);
    ulong hash = 0;
    Measure("hashed", page => hash ^= PageHash.Of(One(page)));
    for (var page = 0; page < Pages; page++)
        for (var word = 0; word < 64; word++)
            *(ulong*)(other + ((long)page * Page.Size) + (word * 64)) = 0x7000_0000_0000 + ((ulong)word * 16);
    var alike = 0;
    Measure(
        "changed pages, compared and their words looked at",
        page => alike += ChangedWords.Of(One(page), Other(page)) is { Any: true } changed && PageComparison.MostlyEqual(One(page), changed) ? 1 : 0);
    Console.WriteLine($"(checked: {equal}, {alike}, {hash:x})");
}

static void Measure(string what, Action<int> action)
{
    var speeds = new List<double>();
    for (var round = 0; round < Rounds; round++)
    {
        var start = Stopwatch.GetTimestamp();
        for (var page = 0; page < Pages; page++)
        {
            action(page);
        }
        speeds.Add(Pages * (double)Page.Size / Stopwatch.GetElapsedTime(start).TotalSeconds / 1e9);
    }
    speeds.Sort();
    Console.WriteLine($"{what}: {speeds[Rounds / 2]:0.0} GB/s a core ({speeds[0]:0.0} to {speeds[^1]:0.0})");
}
