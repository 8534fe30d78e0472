using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using Lowtide.Collections;

namespace Forms;

/// <summary>Tasks as JSON, that as Base64, and that in an XML element: what the public interface answers.</summary>
internal sealed class Documents(TaskCache cache, Storage storage, bool streamed)
{
    private const string Element = "answer";
    private const int ChunkBytes = 32 << 10;

    private static readonly XmlWriterSettings Settings = new() { Async = true, OmitXmlDeclaration = true, Encoding = new UTF8Encoding(false) };

    public Task WriteAsync(int tasks, HttpResponse response)
    {
        response.ContentType = "application/xml";
        return streamed ? StreamAsync(tasks, response) : WholeAsync(tasks, response);
    }

    /// <summary>Each step is an array or a string of the whole document.</summary>
    private async Task WholeAsync(int tasks, HttpResponse response)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(cache.First(tasks));
        var base64 = Convert.ToBase64String(json);
        var xml = new XElement(Element, base64).ToString();
        await storage.SaveAsync("document", tasks);
        await response.WriteAsync(xml);
    }

    /// <summary>The serializer writes into the element that is on its way to the client.</summary>
    private async Task StreamAsync(int tasks, HttpResponse response)
    {
        await storage.SaveAsync("document", tasks);
        await using var xml = XmlWriter.Create(response.Body, Settings);
        await xml.WriteStartElementAsync(null, Element, null);
        await using (var base64 = new XmlBase64Stream(xml))
        await using (var chunks = new BufferedStream(base64, ChunkBytes))
            await JsonSerializer.SerializeAsync(chunks, cache.First(tasks));
        await xml.WriteEndElementAsync();
    }
}
