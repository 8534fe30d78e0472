using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Lowtide.Capture.DotNet;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>
/// One bit of a .nettrace that turns the number of an event's fields into thousands of millions: it is read as far as it is sound, or refused, and no
/// such memory is asked for.
/// </summary>
public sealed class FlippedTraceTests
{
    private const long Much = 64 << 20;

    /// <summary>Behind an event's name are its keywords, version and level, then how many fields it has.</summary>
    [Fact]
    public void In_the_number_of_an_events_fields()
    {
        var whole = Trace();
        var provider = Encoding.Unicode.GetBytes("Microsoft-Windows-DotNETRuntime\0");
        var counts = new List<int>();
        foreach (var at in Places(whole, provider))
        {
            var end = at + provider.Length + 4;
            while (end + 2 <= whole.Length && (whole[end] | whole[end + 1]) != 0)
                end += 2;
            if (end + 22 <= whole.Length && BinaryPrimitives.ReadInt32LittleEndian(whole.AsSpan(end + 18)) is >= 0 and < 64)
                counts.Add(end + 18);
        }
        Assert.NotEmpty(counts);
        foreach (var at in counts.Take(20))
            Flipped(whole, at);
    }

    private static void Flipped(byte[] whole, int at)
    {
        using var folder = new TempFolder();
        var usual = Taken(folder.File("whole.nettrace"), whole);
        var damaged = whole.ToArray();
        damaged[at + 3] ^= 0x40;
        Assert.InRange(Taken(folder.File("flipped.nettrace"), damaged), 0, usual + Much);
    }

    /// <summary>Bytes that were asked for.</summary>
    private static long Taken(string path, byte[] trace)
    {
        File.WriteAllBytes(path, trace);
        var before = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            NetTraceFile.Read(path, Recorded.Host);
        }
        catch (RecordingException refused)
        {
            Assert.DoesNotContain('\n', refused.Message);
        }
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static IEnumerable<int> Places(byte[] trace, byte[] what)
    {
        for (var at = 0; trace.AsSpan(at).IndexOf(what) is >= 0 and var next; at += next + what.Length)
            yield return at + next;
    }

    private static byte[] Trace()
    {
        using var packed = new GZipStream(
            File.OpenRead(Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", "modes.nettrace.gz")), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        return trace.ToArray();
    }
}
