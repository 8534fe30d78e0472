using System.Text.Json;

namespace Lowtide.Tests.Live;

/// <summary>Of the document that `lowtide explain --json` prints.</summary>
internal static class ExplainedJson
{
    /// <summary>The one finding of that id.</summary>
    public static JsonElement Finding(this JsonElement document, string id) =>
        Assert.Single(document.GetProperty("findings").EnumerateArray(), finding => finding.GetProperty("id").GetString() == id);

    /// <summary>The one row of a finding's evidence of that name.</summary>
    public static JsonElement Evidence(this JsonElement finding, string name) =>
        Assert.Single(finding.GetProperty("evidence").EnumerateArray(), row => row.GetProperty("name").GetString() == name);

    public static IEnumerable<string> EvidenceTexts(this JsonElement finding) =>
        finding.GetProperty("evidence").EnumerateArray().Select(row => row.GetProperty("text").GetString()!);
}
