using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Agreement;

/// <summary>A runtime's own trace (fixtures/dotnet) without some of its events.</summary>
internal sealed class LostEvents
{
    private readonly byte[] _trace;

    public LostEvents(string name)
    {
        using var packed = new GZipStream(
            File.OpenRead(Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz")), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        _trace = trace.ToArray();
    }

    /// <summary>All of a kind: it is told under a number that no runtime has.</summary>
    /// <param name="kind">The number of the event (dotnet/runtime: ClrEtwAll.man).</param>
    public LostEvents Without(int kind)
    {
        const int None = 60_000;
        // What describes a kind: its provider's name, the event's number, its name, which the runtime leaves empty.
        byte[] told = [.. Encoding.Unicode.GetBytes("Microsoft-Windows-DotNETRuntime\0"), .. BitConverter.GetBytes(kind), 0, 0];
        var at = _trace.AsSpan().IndexOf(told);
        Assert.True(at > 0, $"{kind} is not told");
        BinaryPrimitives.WriteInt32LittleEndian(_trace.AsSpan(at + told.Length - 6), None + kind);
        return this;
    }

    /// <summary>The runtime numbers the events of each thread, and tells at times how far it has come: so much further than what was read.</summary>
    public LostEvents Overflow(int events)
    {
        // A block's length, what aligns it to four bytes, a time, a count of threads; of each its id and its number (NetTraceFormat.md, SPBlock).
        var name = _trace.AsSpan().LastIndexOf("SPBlock"u8) + "SPBlock"u8.Length;
        var block = (name + 1 + sizeof(int) + 3) & ~3;
        var number = _trace.AsSpan(block + sizeof(long) + sizeof(int) + sizeof(long));
        BinaryPrimitives.WriteInt32LittleEndian(number, BinaryPrimitives.ReadInt32LittleEndian(number) + events);
        return this;
    }

    public Recording Read()
    {
        using var folder = new TempFolder();
        var path = folder.File("x.nettrace");
        File.WriteAllBytes(path, _trace);
        return NetTraceFile.Read(path, Recorded.Host);
    }
}
