using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Lowtide.Capture.DotNet;
using Lowtide.Tests.Pure.Mutations;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>What of a stream of events is handed on: all that a runtime tells, and nothing that makes its reader ask for memory without end.</summary>
public sealed class SoundTraceTests
{
    private static readonly byte[] Begun = [.. "Nettrace"u8, 20, 0, 0, 0, .. "!FastSerialization.1"u8, .. Object("Trace", new byte[48], hasSize: false)];

    [Theory]
    [InlineData("modes")]
    [InlineData("sets")]
    public void What_a_runtime_tells_comes_through_whole(string name)
    {
        using var packed = new GZipStream(
            File.OpenRead(Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz")), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        var (through, damage) = Through(trace.ToArray());
        Assert.Null(damage);
        Assert.Equal(trace.ToArray(), through);
    }

    /// <summary>TraceEvent asked for so much memory at once.</summary>
    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    [InlineData((1 << 24) + 1)]
    public void What_stands_before_a_block_that_is_too_large_is_all_there_is(int size)
    {
        byte[] sound = [.. Begun, .. Block("EventBlock", Begun.Length, new byte[100])];
        var next = Block("EventBlock", sound.Length, []);
        BinaryPrimitives.WriteInt32LittleEndian(next.AsSpan(next.AsSpan().IndexOf("EventBlock"u8) + 11), size);
        var (through, damage) = Through([.. sound, .. next, .. new byte[1000]]);
        Assert.Equal(sound, through);
        Assert.Equal($"the stream is damaged: a block of it says that it has {size:N0} bytes", damage);
    }

    /// <summary>An event of two bytes was an object of some 150 in TraceEvent, until it is said that all before it was told.</summary>
    [Theory]
    [InlineData("", "the stream is damaged: it does not say up to when all was told, as a runtime does every 10 MB")]
    [InlineData("SPBlock", null)]
    public void Events_that_would_be_kept_without_end_are_not_handed_on(string between, string? why)
    {
        var events = new byte[20 + (2 * 300_000)];
        (events[0], events[2]) = (20, 1);
        using var trace = new MemoryStream();
        trace.Write(Begun);
        for (var block = 0; block < 5; block++)
        {
            trace.Write(Block("EventBlock", (int)trace.Length, events));
            if (between != "")
                trace.Write(Block(between, (int)trace.Length, new byte[12]));
        }
        var (through, damage) = Through(trace.ToArray());
        Assert.Equal(why, damage);
        Assert.Equal(why is null, through.Length == trace.Length);
    }

    [Fact]
    public void Kinds_of_events_without_end_are_not_handed_on()
    {
        // Compressed heads of two bytes, and nothing behind them.
        var kinds = new byte[20 + (2 * 120_000)];
        (kinds[0], kinds[2]) = (20, 1);
        var (_, damage) = Through([.. Begun, .. Block("MetadataBlock", Begun.Length, kinds)]);
        Assert.Equal("the stream is damaged: it names more kinds of events than any runtime has", damage);
    }

    [Fact]
    public void A_runtime_that_was_asked_for_one_format_tells_no_other()
    {
        byte[] six = [.. "Nettrace"u8, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];
        Assert.Equal("the stream is damaged: it is of another format than was asked for", Through(six).Damage);
        Assert.Equal(six, Through(six, mayBeSix: true).Bytes);
    }

    private static (byte[] Bytes, string? Damage) Through(byte[] told, bool mayBeSix = false)
    {
        using var sound = new SoundTrace(new ToldTrace.InPieces(told, new Random(7)), mayBeSix);
        using var through = new MemoryStream();
        sound.CopyTo(through);
        return (through.ToArray(), sound.Damage?.Message);
    }

    private static byte[] Block(string name, int at, byte[] content)
    {
        var head = 15 + name.Length + 1 + 4;
        return Object(name, [.. BitConverter.GetBytes(content.Length), .. new byte[-(at + head) & 3], .. content], hasSize: true);
    }

    private static byte[] Object(string name, byte[] content, bool hasSize) =>
    [
        5, 5, 1, .. BitConverter.GetBytes(hasSize ? 2 : 4), .. BitConverter.GetBytes(hasSize ? 2 : 4), .. BitConverter.GetBytes(name.Length),
        .. Encoding.ASCII.GetBytes(name), 6, .. content, 6,
    ];
}
