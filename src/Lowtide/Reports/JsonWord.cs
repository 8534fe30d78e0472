using System.Text.Json;

namespace Lowtide.Reports;

/// <summary>A value of an enumeration as documents have it.</summary>
internal static class JsonWord
{
    public static string Of(Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());
}
