using System.IO.Compression;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>Series of tests/Live/targets/growing.c, which record_growth.py recorded.</summary>
internal static class RealSeries
{
    public static IReadOnlyList<LabelledSeries> All([CallerFilePath] string here = "")
    {
        using var file = File.OpenRead(Path.Combine(Path.GetDirectoryName(here)!, "../fixtures/growth/real.json.gz"));
        using var text = new GZipStream(file, CompressionMode.Decompress);
        return [.. JsonDocument.Parse(text).RootElement.EnumerateArray().Select((series, number) => Of(series, isShort: number % 10 == 9))];
    }

    private static LabelledSeries Of(JsonElement series, bool isShort)
    {
        var course = series[0].GetString() switch
        {
            "settled" => GrowthShape.Settled,
            "linear" or "fragments" => GrowthShape.Linear,
            "steps" => GrowthShape.Steps,
            _ => GrowthShape.Plateau,
        };
        var late = (series[2].GetDouble() - series[1].GetDouble()) / series[3].GetDouble();
        return new LabelledSeries(
            course, isShort ? [GrowthShape.TooEarly] : LabelledSeries.RightFor(course, late),
            [.. series[4].EnumerateArray().Select(point => new GrowthPoint(point[0].GetDouble(), 1024 * point[1].GetDouble(), point[2].GetInt32()))]);
    }
}
