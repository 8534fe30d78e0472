using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Lowtide.Reports.Blocks;

namespace Lowtide.Reports.Documents;

/// <summary>
/// SARIF 2.1.0, the OASIS standard in which tools tell a code host what they found; of it what GitHub's code scanning wants, which is more than
/// the standard does: a file and a line of each result, and a help text of each rule.
/// </summary>
internal sealed record SarifLog(
    [property: JsonPropertyName("$schema")] string Schema, string Version, IReadOnlyList<SarifRun> Runs)
{
    private const string SchemaOfTheStandard = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    /// <param name="about">Results of one are held against those of the same before, whatever else a pipeline uploads.</param>
    public static SarifLog Of(string about, IReadOnlyList<SarifRule> rules, IReadOnlyList<SarifResult> results) => new(
        SchemaOfTheStandard, "2.1.0",
        [new SarifRun(new SarifTool(new SarifDriver("Lowtide", ProgramVersion.Text, rules)), new SarifAutomation($"{about}/"), results)]);

    public string Text() => JsonSerializer.Serialize(this, SarifJson.Default.SarifLog) + "\n";
}

/// <param name="Results">Those of what is to be mended alone: a result that is not there any more closes its alert.</param>
internal sealed record SarifRun(SarifTool Tool, SarifAutomation AutomationDetails, IReadOnlyList<SarifResult> Results);

internal sealed record SarifTool(SarifDriver Driver);

internal sealed record SarifDriver(string Name, string Version, IReadOnlyList<SarifRule> Rules);

/// <param name="Id">What stands before the last slash is the category.</param>
internal sealed record SarifAutomation(string Id);

internal sealed record SarifRule(string Id, SarifText ShortDescription, SarifText FullDescription, SarifText Help);

internal sealed record SarifText(string Text);

/// <param name="Level">"error", "warning" or "note".</param>
internal sealed record SarifResult(
    string RuleId, int RuleIndex, string Level, SarifText Message, IReadOnlyList<SarifLocation> Locations, SarifFingerprints PartialFingerprints);

internal sealed record SarifLocation(SarifPhysical PhysicalLocation, IReadOnlyList<SarifLogical> LogicalLocations)
{
    /// <summary>What is found of a process is in no line of a file: the first one stands for all of it.</summary>
    /// <param name="uri">Of the file that stands for it.</param>
    public static IReadOnlyList<SarifLocation> Of(string uri, string process, string what) =>
        [new(new SarifPhysical(new SarifArtifact(uri), new SarifRegion(1)), [new SarifLogical(process, $"{process}/{what}", "process")])];
}

internal sealed record SarifPhysical(SarifArtifact ArtifactLocation, SarifRegion Region);

internal sealed record SarifArtifact(string Uri);

internal sealed record SarifRegion(int StartLine);

internal sealed record SarifLogical(string Name, string FullyQualifiedName, string Kind);

/// <param name="PrimaryLocationLineHash">The one that GitHub reads; without it GitHub hashes the file's line, which has nothing to do with the result.</param>
internal sealed record SarifFingerprints(string PrimaryLocationLineHash)
{
    /// <summary>Of what stays the same from one time to the next, so that the same is one alert: no figure, no pid.</summary>
    public static SarifFingerprints Of(params string[] stable) =>
        new(Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', stable))).AsSpan(0, 8)));
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, Converters = [typeof(ShownText)])]
[JsonSerializable(typeof(SarifLog))]
internal sealed partial class SarifJson : JsonSerializerContext;
