using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>
/// All numbers of a file together. Whatever is added up of them is a part of this sum, so that none can overflow: a day of a hundred processes of
/// 10 GiB, sampled each second, comes to a sixteenth of it.
/// </summary>
internal sealed class NumberSum
{
    private const double MostTogether = 1L << 62;

    private static readonly JsonSerializerOptions Options = new(RecordingJson.Default.Options)
    {
        TypeInfoResolver = RecordingJson.Default.WithAddedModifier(DocumentBounds.Hold),
    };

    private double _sum;

    /// <exception cref="InvalidDataException">It is larger than any count can be, or all are together.</exception>
    public void Add(double number, string table)
    {
        _sum += Math.Abs(number);
        if (!(Math.Abs(number) <= Recording.Largest && _sum <= MostTogether))
            throw new InvalidDataException($"{table} holds numbers larger than can be");
    }

    /// <summary>A document of which every member is what its declaration says.</summary>
    /// <exception cref="InvalidDataException">One is not.</exception>
    /// <exception cref="JsonException">Likewise, by what the JSON reader holds itself.</exception>
    public T Document<T>(string text, string table) where T : class
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var reader = new Utf8JsonReader(utf8);
        while (reader.Read())
            if (reader.TokenType == JsonTokenType.Number)
                Add(reader.GetDouble(), table);
        var document = JsonSerializer.Deserialize(utf8, (JsonTypeInfo<T>)Options.GetTypeInfo(typeof(T)))
            ?? throw new InvalidDataException($"{table} has a document that is not there");
        MemberBounds.Usual(table).Check(document);
        return document;
    }
}
