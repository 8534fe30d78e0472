using System.Text.Json;

namespace Lowtide.Tests.Pure.Statistics;

/// <summary>What SciPy computed (eng/signed-rank-golden.py).</summary>
internal static class Golden
{
    public sealed record Centre(double Estimate, double? Low, double? High);

    public sealed record Case(
        string Name, double[] Differences, double Greater, double Less, double TwoSided, Centre? Centre);

    private sealed record Document(string Scipy, double Alpha, Case[] Cases);

    private static readonly JsonSerializerOptions Json =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    public static IReadOnlyDictionary<string, Case> Cases { get; } = Read();

    public static TheoryData<string> Names => [.. Cases.Keys];

    public static TheoryData<string> NamesWithCentre =>
        [.. Cases.Values.Where(one => one.Centre is not null).Select(one => one.Name)];

    private static Dictionary<string, Case> Read()
    {
        using var stream = typeof(Golden).Assembly.GetManifestResourceStream("signed-rank-golden.json")!;
        return JsonSerializer.Deserialize<Document>(stream, Json)!.Cases.ToDictionary(one => one.Name);
    }
}
