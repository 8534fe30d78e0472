using System.Globalization;

namespace Lowtide.Collections.Bench;

/// <summary>What one operation cost in one mode. Times are means of one operation, in microseconds; bytes are those that it allocated.</summary>
internal sealed record Row
{
    /// <summary>"list index", "StringsOf8 set hit".</summary>
    public required string Name { get; init; }

    public required double Framework { get; init; }

    public required double Chunked { get; init; }

    /// <summary>Roslyn's; NaN where that was not asked.</summary>
    public required double Segmented { get; init; }

    /// <summary>Ours by the framework's; NaN where that allocates nothing.</summary>
    public required double BytesRatio { get; init; }

    /// <summary>Full collections in 1,000 operations.</summary>
    public required double FullFramework { get; init; }

    /// <inheritdoc cref="FullFramework"/>
    public required double FullChunked { get; init; }

    internal double Ratio => Chunked / Framework;

    /// <summary>Of each row the run whose ratio is the middle one.</summary>
    internal static IReadOnlyList<Row> Middle(IReadOnlyList<IReadOnlyList<Row>> runs) =>
        [.. runs[0].Select((_, at) => runs.Select(run => run[at]).OrderBy(row => row.Ratio).ElementAt(runs.Count / 2))];

    /// <summary>How a run for one mode hands it to the one that prints the table.</summary>
    internal string Line => string.Create(
        CultureInfo.InvariantCulture, $"{Name}\t{Framework:R}\t{Chunked:R}\t{Segmented:R}\t{BytesRatio:R}\t{FullFramework:R}\t{FullChunked:R}");

    internal static Row Of(string line)
    {
        var fields = line.Split('\t');
        var figures = fields.Skip(1).Select(field => double.Parse(field, CultureInfo.InvariantCulture)).ToArray();
        return new()
        {
            Name = fields[0],
            Framework = figures[0],
            Chunked = figures[1],
            Segmented = figures[2],
            BytesRatio = figures[3],
            FullFramework = figures[4],
            FullChunked = figures[5],
        };
    }
}
