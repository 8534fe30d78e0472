using System.Text.Json;

namespace Lowtide.Reports.Words;

/// <summary>A value of an enumeration as documents have it.</summary>
internal static class JsonWord
{
    /// <summary>Of a number without a name here, which a newer runtime may give.</summary>
    public const string Other = "other";

    public static string Of(Enum value) =>
        Enum.IsDefined(value.GetType(), value) ? JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString()) : Other;
}
