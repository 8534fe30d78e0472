using System.IO.Compression;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Lowtide.Analysis.Growth;

namespace Lowtide.Tests.Pure.Growth;

/// <summary>What a program of tests/Live/targets/growing.* held over its days, and what it counted itself, as record_growth.cs recorded it.</summary>
/// <param name="Kind">What the program was told to do: "linear", "native".</param>
/// <param name="Apart">How many noises its course lies from the nearest one of another name: <see cref="CourseSignal"/>.</param>
internal sealed record RealSeries(int Number, string Runtime, string Kind, LabelledSeries Series, IReadOnlyList<HeapPoint> Heap, double Apart)
{
    /// <summary>Less than that is too short by any rule: nobody has seen the load come again.</summary>
    private const double LeastDays = 2;

    /// <summary>Of the series: those before were looked at while the rule was made, those from here on only ever scored.</summary>
    public const int Half = 100;

    private const double KiB = 1024;

    /// <summary>Where two courses so many noises apart are told by the nearer one, 2% are told wrong: the normal distribution beyond half of it.</summary>
    public const double Told = 4.11;

    public static IReadOnlyList<RealSeries> All([CallerFilePath] string here = "")
    {
        using var file = File.OpenRead(Path.Combine(Path.GetDirectoryName(here)!, "../fixtures/growth/real.json.gz"));
        using var text = new GZipStream(file, CompressionMode.Decompress);
        return [.. JsonDocument.Parse(text).RootElement.EnumerateArray().Select((series, number) => Of(number, series))];
    }

    private static RealSeries Of(int number, JsonElement series)
    {
        var course = series[1].GetString() switch
        {
            "settled" => GrowthShape.Settled,
            "linear" or "fragments" or "native" => GrowthShape.Linear,
            "steps" => GrowthShape.Steps,
            _ => GrowthShape.Plateau,
        };
        var days = series[2].GetDouble();
        List<ProgramLife> lives = [.. series[3].EnumerateArray().Select(life => new ProgramLife(
            life[0].GetDouble(), KiB * life[1].GetDouble(), [.. life[2].EnumerateArray().Select(kept => KiB * kept.GetDouble())]))];
        List<GrowthPoint> points = [.. series[4].EnumerateArray().Select(point =>
            new GrowthPoint(point[0].GetDouble(), KiB * point[1].GetDouble(), point[2].GetInt32()))];
        List<HeapPoint> heap = [.. series[5].EnumerateArray().Select(point => new HeapPoint(
            point[0].GetDouble(), KiB * point[1].GetDouble(), KiB * point[2].GetDouble(), point[3].GetInt32()))];
        var apart = CourseSignal.Of(course, lives, points, heap);
        IReadOnlyList<GrowthShape> right = days < LeastDays ? [GrowthShape.TooEarly]
            : [.. LabelledSeries.RightFor(course, lives[^1].Late), .. apart < Told ? (GrowthShape[])[GrowthShape.TooEarly] : []];
        return new RealSeries(number, series[0].GetString()!, series[1].GetString()!, new LabelledSeries(course, right, points), heap, apart);
    }
}

/// <summary>What a program counted of one of its lives, in bytes.</summary>
/// <param name="BeginSeconds">When it began, on the clock of the points.</param>
/// <param name="Kept">Beside the level that it began with, at each hour and at the end.</param>
internal sealed record ProgramLife(double BeginSeconds, double Level, IReadOnlyList<double> Kept)
{
    /// <summary>What it kept in the last third, as a share of what it held in the mean.</summary>
    public double Late => (Kept[^1] - Kept[Kept.Count * 2 / 3]) / (Level + Kept.Average());

    /// <param name="days">Since the life began.</param>
    public double At(double days) => Kept[Math.Clamp((int)(24 * days), 0, Kept.Count - 1)];
}
