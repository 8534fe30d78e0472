using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>The ways of docs/collections.md to write a document without a whole array or string in between.</summary>
public sealed class StreamingTests
{
    private static readonly ChunkedList<string> Items = [.. Enumerable.Range(0, 5000).Select(i => $"item {i}")];

    [Fact]
    public void System_text_json_into_an_xml_element()
    {
        using var bytes = new MemoryStream();
        using (var xml = XmlWriter.Create(bytes))
        {
            xml.WriteStartElement("answer");
            using (var base64 = new XmlBase64Stream(xml))
                JsonSerializer.Serialize(base64, Items);
            xml.WriteEndElement();
        }
        Assert.Equal(Items, JsonSerializer.Deserialize<ChunkedList<string>>(ElementOf(bytes)));
    }

    [Fact]
    public async Task The_same_without_blocking()
    {
        using var bytes = new MemoryStream();
        await using (var xml = XmlWriter.Create(bytes, new XmlWriterSettings { Async = true }))
        {
            await xml.WriteStartElementAsync(null, "answer", null);
            await using (var base64 = new XmlBase64Stream(xml))
                await JsonSerializer.SerializeAsync(base64, Items, cancellationToken: TestContext.Current.CancellationToken);
            await xml.WriteEndElementAsync();
        }
        Assert.Equal(Items, JsonSerializer.Deserialize<ChunkedList<string>>(ElementOf(bytes)));
    }

    [Fact]
    public void Newtonsoft_json_into_an_xml_element()
    {
        using var bytes = new MemoryStream();
        using (var xml = XmlWriter.Create(bytes))
        {
            xml.WriteStartElement("answer");
            using (var text = new StreamWriter(new XmlBase64Stream(xml), new UTF8Encoding(false)))
                Newtonsoft.Json.JsonSerializer.CreateDefault().Serialize(text, Items);
            xml.WriteEndElement();
        }
        Assert.Equal(Items, JsonSerializer.Deserialize<ChunkedList<string>>(ElementOf(bytes)));
    }

    [Fact]
    public void Single_bytes_are_written_without_an_array_each()
    {
        using var bytes = new MemoryStream(1 << 20);
        using (var xml = XmlWriter.Create(bytes))
        {
            xml.WriteStartElement("answer");
            using var base64 = new XmlBase64Stream(xml);
            base64.WriteByte((byte)'[');
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var number = 0; number < 30_000; number++)
                base64.WriteByte((byte)' ');
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);
            base64.WriteByte((byte)']');
            xml.WriteEndElement();
        }
        Assert.Empty(JsonSerializer.Deserialize<ChunkedList<string>>(ElementOf(bytes))!);
    }

    [Fact]
    public void Pieces_of_any_length_make_one_text()
    {
        var random = new Random(3);
        var expected = new byte[10_000];
        random.NextBytes(expected);
        using var bytes = new MemoryStream();
        using (var xml = XmlWriter.Create(bytes))
        {
            xml.WriteStartElement("answer");
            using var base64 = new XmlBase64Stream(xml);
            for (var at = 0; at < expected.Length;)
            {
                var length = Math.Min(random.Next(7), expected.Length - at);
                base64.Write(expected.AsSpan(at, length));
                base64.Flush();
                at += length;
            }
        }
        Assert.Equal(expected, ElementOf(bytes));
    }

    [Fact]
    public void Is_for_writing_only()
    {
        using var xml = XmlWriter.Create(new StringBuilder());
        var stream = new XmlBase64Stream(xml);
        Assert.True(stream is { CanWrite: true, CanRead: false, CanSeek: false });
        Assert.Throws<NotSupportedException>(() => stream.ReadByte());
        Assert.Throws<NotSupportedException>(() => stream.Length);
        Assert.Throws<NotSupportedException>(() => stream.Seek(0, SeekOrigin.Begin));
        Assert.Throws<ArgumentNullException>(() => stream.Write(null!, 0, 0));
        stream.Dispose();
        Assert.Throws<ObjectDisposedException>(() => stream.Write([1], 0, 1));
        Assert.Throws<ArgumentNullException>(() => new XmlBase64Stream(null!));
    }

    [Fact]
    public void Base64_into_a_stream()
    {
        using var bytes = new MemoryStream();
        using (var base64 = new CryptoStream(bytes, new ToBase64Transform(), CryptoStreamMode.Write, leaveOpen: true))
            JsonSerializer.Serialize(base64, Items);
        Assert.Equal(Items, JsonSerializer.Deserialize<ChunkedList<string>>(Convert.FromBase64String(Encoding.ASCII.GetString(bytes.ToArray()))));
    }
#if NET9_0_OR_GREATER

    [Fact]
    public async Task Json_into_a_pipe()
    {
        using var bytes = new MemoryStream();
        var pipe = System.IO.Pipelines.PipeWriter.Create(bytes);
        await JsonSerializer.SerializeAsync(pipe, Items, cancellationToken: TestContext.Current.CancellationToken);
        await pipe.CompleteAsync();
        Assert.Equal(Items, JsonSerializer.Deserialize<ChunkedList<string>>(bytes.ToArray()));
    }
#endif
#if NET10_0_OR_GREATER

    [Fact]
    public void Base64_into_a_json_string()
    {
        var expected = Enumerable.Range(0, 10_000).Select(i => (byte)i).ToArray();
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            foreach (var piece in expected.Chunk(1000))
                json.WriteBase64StringSegment(piece, isFinalSegment: false);
            json.WriteBase64StringSegment([], isFinalSegment: true);
        }
        Assert.Equal(expected, JsonSerializer.Deserialize<byte[]>(bytes.ToArray()));
    }
#endif

    private static byte[] ElementOf(MemoryStream bytes) =>
        Convert.FromBase64String(XDocument.Parse(Encoding.UTF8.GetString(bytes.ToArray()).TrimStart('\uFEFF')).Root!.Value);
}
