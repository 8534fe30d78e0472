using System.Text.Json;
using System.Text.Json.Serialization;
using Lowtide.Analysis;
using Lowtide.Writing;

namespace Lowtide.Reports.Blocks;

/// <summary>Every text of a report, wherever it comes from: control characters are made visible, and no name fills the page.</summary>
internal sealed class ShownText : JsonConverter<string>
{
    private const int Longest = 2000;

    public static string Of(string value) => Screen.Plain(value.Length <= Longest ? value : $"{value[..Longest]}…");

    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(Of(value));
}

/// <summary>A picture, as a data URI: no text, and longer than any.</summary>
internal sealed class PictureData : JsonConverter<IndexedPng>
{
    public override IndexedPng? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("a report is only written");

    public override void Write(Utf8JsonWriter writer, IndexedPng value, JsonSerializerOptions options) => writer.WriteStringValue(value.DataUri);
}

/// <summary>A unit of charts by its name; how it is written stands once, in <see cref="ReportDocument.Units"/>.</summary>
internal sealed class UnitName : JsonConverter<Unit>
{
    public override Unit? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("a report is only written");

    public override void Write(Utf8JsonWriter writer, Unit value, JsonSerializerOptions options) => writer.WriteStringValue(value.Name);
}
