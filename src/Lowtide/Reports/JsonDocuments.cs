using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Lowtide.Reports.AtAGlance;
using Lowtide.Reports.Compare;
using Lowtide.Reports.Doctor;
using Lowtide.Reports.Explain;
using Lowtide.Reports.Faults;
using Lowtide.Reports.Load;
using Lowtide.Reports.Ps;
using Lowtide.Reports.Record;
using Lowtide.Reports.Remedies;
using Lowtide.Reports.Trials;
using Lowtide.Writing;

namespace Lowtide.Reports;

/// <summary>
/// The documents that other programs rely on; each has its schema under docs/schemas. snake_case, bytes and seconds,
/// null for what could not be read, no member ever left out.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    // Only writers, made ahead: describing every property instead is compiled at each start, and takes longer than ps itself.
    GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(PsDocument))]
[JsonSerializable(typeof(ExplainDocument))]
[JsonSerializable(typeof(HostDocument))]
[JsonSerializable(typeof(RemediesDocument))]
[JsonSerializable(typeof(RecordDocument))]
[JsonSerializable(typeof(FaultsDocument))]
[JsonSerializable(typeof(TrialDocument))]
[JsonSerializable(typeof(TrialsDocument))]
[JsonSerializable(typeof(CompareDocument))]
[JsonSerializable(typeof(LoadDocument))]
[JsonSerializable(typeof(RateDocument))]
[JsonSerializable(typeof(DoctorDocument))]
internal sealed partial class JsonDocuments : JsonSerializerContext
{
    /// <summary>The only thing on standard output.</summary>
    public static void Write<T>(T document, JsonTypeInfo<T> type)
    {
        using var output = StandardStream.Output();
        Write(output, document, type);
    }

    /// <summary>JSON lines, for programs that read one after another.</summary>
    public static void WriteLine<T>(T document, JsonTypeInfo<T> type)
    {
        using var output = StandardStream.Output();
        Write(output, document, type, indented: false);
    }

    public static void Write<T>(Stream output, T document, JsonTypeInfo<T> type, bool indented = true)
    {
        using (var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = indented }))
            type.SerializeHandler!(writer, document);
        output.WriteByte((byte)'\n');
    }
}
