using System.Text.Json;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>Serializers write the chunked types as they write the framework's, and read them back.</summary>
public sealed class SerializationTests
{
    private static readonly List<int> Numbers = [.. Enumerable.Range(0, 5000)];
    private static readonly HashSet<string> Words = ["a", "b"];
    private static readonly Dictionary<string, int> Map = new(StringComparer.Ordinal) { ["a"] = 1, ["b"] = 2 };

    [Fact]
    public void System_text_json()
    {
        Assert.Equal(JsonSerializer.Serialize(Numbers), JsonSerializer.Serialize(new ChunkedList<int>(Numbers)));
        Assert.Equal(JsonSerializer.Serialize(Words), JsonSerializer.Serialize(new ChunkedHashSet<string>(Words)));
        Assert.Equal(JsonSerializer.Serialize(Map), JsonSerializer.Serialize(new ChunkedDictionary<string, int>(Map)));
        Assert.Equal(Numbers, JsonSerializer.Deserialize<ChunkedList<int>>(JsonSerializer.Serialize(Numbers)));
        Assert.Equal(Words, JsonSerializer.Deserialize<ChunkedHashSet<string>>(JsonSerializer.Serialize(Words)));
        Assert.Equal(Map, JsonSerializer.Deserialize<ChunkedDictionary<string, int>>(JsonSerializer.Serialize(Map)));
    }

    [Fact]
    public void Newtonsoft_json()
    {
        Assert.Equal(Newtonsoft.Json.JsonConvert.SerializeObject(Numbers), Newtonsoft.Json.JsonConvert.SerializeObject(new ChunkedList<int>(Numbers)));
        Assert.Equal(Newtonsoft.Json.JsonConvert.SerializeObject(Words), Newtonsoft.Json.JsonConvert.SerializeObject(new ChunkedHashSet<string>(Words)));
        Assert.Equal(Newtonsoft.Json.JsonConvert.SerializeObject(Map), Newtonsoft.Json.JsonConvert.SerializeObject(new ChunkedDictionary<string, int>(Map)));
        Assert.Equal(Numbers, Newtonsoft.Json.JsonConvert.DeserializeObject<ChunkedList<int>>(JsonSerializer.Serialize(Numbers)));
        Assert.Equal(Words, Newtonsoft.Json.JsonConvert.DeserializeObject<ChunkedHashSet<string>>(JsonSerializer.Serialize(Words)));
        Assert.Equal(Map, Newtonsoft.Json.JsonConvert.DeserializeObject<ChunkedDictionary<string, int>>(JsonSerializer.Serialize(Map)));
    }
}
