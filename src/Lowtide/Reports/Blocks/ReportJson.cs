using System.Text.Json;
using System.Text.Json.Serialization;

namespace Lowtide.Reports.Blocks;

/// <summary>
/// Writes <see cref="ReportDocument"/>. By itself, as blocks of several kinds need more than <see cref="JsonDocuments"/> prepares for.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(ShownText)])]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class ReportJson : JsonSerializerContext
{
    /// <summary>On one line, in ASCII; &lt;, &gt; and &amp; are \u escapes, so that it can stand inside a script element.</summary>
    public static string Text(ReportDocument report) => JsonSerializer.Serialize(report, Default.ReportDocument);
}
