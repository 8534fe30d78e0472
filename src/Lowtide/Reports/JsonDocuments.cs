using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Lowtide.Reports;

/// <summary>
/// The documents that other programs rely on; each has its schema under docs/schemas. snake_case, bytes and seconds,
/// null for what could not be read, no member ever left out.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    WriteIndented = true)]
[JsonSerializable(typeof(PsDocument))]
[JsonSerializable(typeof(ExplainDocument))]
[JsonSerializable(typeof(RemediesDocument))]
[JsonSerializable(typeof(TrialDocument))]
internal sealed partial class JsonDocuments : JsonSerializerContext
{
    /// <summary>The only thing on standard output.</summary>
    public static void Write<T>(T document, JsonTypeInfo<T> type)
    {
        using var output = StandardStream.Output();
        JsonSerializer.Serialize(output, document, type);
        output.WriteByte((byte)'\n');
    }
}

internal sealed record RuntimeEntry(string Name, string? Version);

internal sealed record RemedyEntry(string Id, bool? TookEffect);

internal sealed record UnreadableEntry(string What, string Why, string? Mend);
