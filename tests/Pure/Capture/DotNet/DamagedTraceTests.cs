using System.Buffers.Binary;
using System.IO.Compression;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>
/// Traces with bytes that nobody wrote so, as a target or a stranger may hand over: whatever can be told is, and nothing else happens. Recorded of
/// tests/Live/targets/dotnet by <c>lowtide record PID -d 2s --deaths --keep-trace X.nettrace</c>; of "sets" it is the first 200,000 bytes.
/// </summary>
public sealed class DamagedTraceTests : IDisposable
{
    /// <summary>TraceEvent takes what stands before for granted: what the file is, how its events are called.</summary>
    private const int Head = 200;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("modes", 16)]
    [InlineData("sets", 15)]
    public void A_whole_one_is_read(string name, int collections)
    {
        var trace = Read(Trace(name))!.DotNet!;
        Assert.Equal(collections, trace.Collections.Count);
        Assert.Equal(name == "modes", trace.MethodsNamed);
        Assert.True(trace.StacksTold);
        Assert.Equal(
            trace.Collections.Count(collection => collection.Kind == CollectionKind.Background), trace.Pauses.Count(pause => pause.TellsSurvivors));
    }

    /// <summary>A program without collections and a file that was cut before the first look alike, unless it is said.</summary>
    [Fact]
    public void One_that_is_cut_before_the_first_event_is_said_to_be()
    {
        var path = _folder.File("cut.nettrace");
        File.WriteAllBytes(path, Trace("modes")[..500]);
        Assert.Contains(NetTraceFile.Read(path, Recorded.Host).CouldNotRead, missing => missing.What == DotNetWatch.What
            && missing.Why == "the trace has no event of the collector and is cut short or damaged");
    }

    /// <summary>Of silence nobody may read that there were no pauses.</summary>
    [Fact]
    public void One_that_ends_before_the_collector_told_anything_tells_nothing_of_it()
    {
        var read = Read(Trace("modes")[..500])!;
        Assert.Null(read.DotNet);
        Assert.Equal(
            "the trace has no event of the collector and is cut short or damaged",
            Assert.Single(read.CouldNotRead, missing => missing.What == DotNetWatch.What).Why);
    }

    [Theory]
    [InlineData("Nettrace, but no more than that")]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.1")]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.1, and then something else")]
    public void What_does_not_begin_as_a_trace_is_refused(string text)
    {
        var path = _folder.File("x.nettrace", text);
        var refused = Assert.Throws<RecordingException>(() => NetTraceFile.Read(path, Recorded.Host));
        Assert.EndsWith("(the stream is damaged: it does not begin as a trace does)", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>All survivors of a collection in one event that claims to hold two thousand million ranges.</summary>
    [Theory]
    [InlineData("modes", int.MaxValue)]
    [InlineData("modes", -1)]
    [InlineData("sets", int.MaxValue)]
    public void A_count_beyond_its_event_is_not_followed_out_of_it(string name, int count)
    {
        var trace = Trace(name);
        var counts = FirstCounts(trace);
        Assert.True(counts.Count >= 20, $"{counts.Count}");
        foreach (var at in counts)
            BinaryPrimitives.WriteInt32LittleEndian(trace.AsSpan(at), count);
        var read = Read(trace)!.DotNet!;
        Assert.NotEmpty(read.Collections);
        Assert.True(read.Deaths!.NotJudged > 0);
    }

    [Theory]
    [InlineData(7)]
    [InlineData(-1)]
    public void A_collection_of_no_generation_is_left_out_and_said(int generation)
    {
        var trace = Trace("modes");
        // GCStart: number, generation, reason, kind. The fifth of this trace is a blocking one of generation 2 that the program asked for.
        var fifth = Read(trace)!.DotNet!.Collections[4];
        Span<byte> head = stackalloc byte[12];
        BinaryPrimitives.WriteInt32LittleEndian(head, fifth.Number);
        BinaryPrimitives.WriteInt32LittleEndian(head[4..], fifth.Generation);
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], (int)fifth.Reason);
        BinaryPrimitives.WriteInt32LittleEndian(trace.AsSpan(trace.AsSpan().IndexOf(head) + 4), generation);
        var read = Read(trace)!;
        Assert.DoesNotContain(read.DotNet!.Collections, collection => collection.Number == fifth.Number);
        Assert.Equal(15, read.DotNet.Collections.Count);
        Assert.Contains(read.CouldNotRead, missing => missing.What == "1 collection");
    }

    [Theory]
    [InlineData("modes")]
    [InlineData("sets")]
    public void Bytes_that_nobody_wrote_so_are_refused_or_read_and_what_is_read_can_be_kept_and_explained(string name)
    {
        var whole = Trace(name);
        var read = 0;
        for (var seed = 0; seed < 100; seed++)
        {
            var damaged = (byte[])whole.Clone();
            var random = new Random(seed);
            // What stands in front are the collections; the names of methods, which are more, are texts alone.
            for (var change = random.Next(1, 8); change > 0; change--)
                damaged[random.Next(Head, 60_000)] = (byte)random.Next(256);
            if (Read(damaged) is not { } recording)
                continue;
            read++;
            Diagnosis.Of(recording);
            using var written = new Written(recording);
            Assert.Equal(recording.DotNet?.Collections.Count, RecordingReader.Read(written.FileName).DotNet?.Collections.Count);
        }
        Assert.True(read > 10, $"{read} of 100 were read");
    }

    /// <returns>Null where it was refused in a line.</returns>
    private Recording? Read(byte[] trace)
    {
        var path = _folder.File("x.nettrace");
        File.WriteAllBytes(path, trace);
        try
        {
            return NetTraceFile.Read(path, Recorded.Full.Host);
        }
        catch (RecordingException)
        {
            return null;
        }
    }

    private static byte[] Trace(string name)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "fixtures", "dotnet", $"{name}.nettrace.gz");
        using var packed = new GZipStream(File.OpenRead(path), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        packed.CopyTo(trace);
        return trace.ToArray();
    }

    /// <summary>Where events of survivors have their count: behind the index of the first (0), before the runtime's own (0) and an address of a heap.</summary>
    private static List<int> FirstCounts(ReadOnlySpan<byte> trace)
    {
        var found = new List<int>();
        for (var at = Head; at + 18 <= trace.Length; at++)
        {
            var counted = BinaryPrimitives.ReadInt32LittleEndian(trace[(at + 4)..]);
            if (BinaryPrimitives.ReadInt32LittleEndian(trace[at..]) == 0 && counted is > 0 and < 4096
                && BinaryPrimitives.ReadInt16LittleEndian(trace[(at + 8)..]) == 0
                && BinaryPrimitives.ReadUInt64LittleEndian(trace[(at + 10)..]) >> 40 == 0x7f)
                found.Add(at + 4);
        }
        return found;
    }
}
