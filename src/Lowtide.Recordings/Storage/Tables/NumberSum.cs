using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Lowtide.Recordings.Storage.Tables;

/// <summary>
/// The numbers of each column of a file together. Whatever is added up is a part of such a sum, so that none can overflow: a week of a hundred processes
/// of 10 GiB, sampled each second, comes to an eighth of it.
/// </summary>
internal sealed class NumberSum
{
    private const double MostOfColumn = 1L << 62;

    private static readonly JsonSerializerOptions Options = new(RecordingJson.Default.Options)
    {
        TypeInfoResolver = RecordingJson.Default.WithAddedModifier(DocumentBounds.Hold),
    };

    private readonly Dictionary<string, double[]> _tables = [];
    private readonly double _most;

    private NumberSum(double most) => _most = most;

    public static NumberSum OfReading() => new(MostOfColumn);

    /// <summary>Whoever reads may add up in another order, and so round otherwise: here is less room.</summary>
    public static NumberSum OfWriting() => new(MostOfColumn / 2);

    /// <summary>So far, column by column.</summary>
    public double[] Of(string table, int columns) => _tables.TryGetValue(table, out var sums) ? sums : _tables[table] = new double[columns];

    /// <summary>Its rows are gone.</summary>
    public void Forget(string table) => _tables.Remove(table);

    /// <param name="column">Its sum.</param>
    /// <exception cref="InvalidDataException">It is larger than any count can be, or all are together.</exception>
    public void Add(double number, string table, ref double column)
    {
        column += Math.Abs(number);
        if (!(Math.Abs(number) <= Recording.Largest && column <= _most))
            throw new InvalidDataException($"{table} holds numbers larger than can be");
    }

    /// <summary>A document of which every member is what its declaration says.</summary>
    /// <param name="column">Its sum.</param>
    /// <exception cref="InvalidDataException">One is not.</exception>
    /// <exception cref="JsonException">Likewise, by what the JSON reader holds itself.</exception>
    public T Document<T>(string text, string table, ref double column) where T : class
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var reader = new Utf8JsonReader(utf8);
        while (reader.Read())
            if (reader.TokenType == JsonTokenType.Number)
                Add(reader.GetDouble(), table, ref column);
        var document = JsonSerializer.Deserialize(utf8, (JsonTypeInfo<T>)Options.GetTypeInfo(typeof(T)))
            ?? throw new InvalidDataException($"{table} has a document that is not there");
        MemberBounds.Usual(table).Check(document);
        return document;
    }
}
