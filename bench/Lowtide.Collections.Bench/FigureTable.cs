using System.Globalization;

namespace Lowtide.Collections.Bench;

/// <summary>The promised figures, each met or not, with a column for each mode.</summary>
internal static class FigureTable
{
    /// <summary>Prints the table; beside it Roslyn's by the framework's, in the first mode.</summary>
    /// <param name="measured">The rows of each mode, in one order.</param>
    /// <returns>Whether all that is promised is met, and no row of ours had a full collection; and the rows that take too long in a mode.</returns>
    internal static (bool Met, IReadOnlyList<(Mode Mode, Row Row)> TooLong) Print(IReadOnlyList<(Mode Mode, IReadOnlyList<Row> Rows)> measured)
    {
        var columns = string.Concat(measured.Select(one => $"{one.Mode.Name,10}"));
        Console.WriteLine($"time of Lowtide.Collections by the framework's ({System.Runtime.InteropServices.RuntimeInformation.FrameworkDescription})\n");
        Console.WriteLine($"{"",-34}{"framework",13}{columns}{"most",7}{"",5}{"Roslyn's",10}{"bytes",8}{"most",6}{"",5}{"gen-2 per 1000",16}");
        var met = true;
        var tooLong = new List<(Mode, Row)>();
        foreach (var (row, at) in measured[0].Rows.Select((row, at) => (row, at)))
        {
            var rows = measured.Select(one => one.Rows[at]).ToArray();
            var time = Most(Goals.MostTime, row.Name, rows.Max(one => one.Ratio));
            var bytes = Most(Goals.MostBytes, row.Name, row.BytesRatio);
            var full = rows.Max(one => one.FullChunked);
            met &= time.Met && bytes.Met && full == 0;
            tooLong.AddRange(measured.Select(one => (one.Mode, one.Rows[at])).Where(one => !Most(Goals.MostTime, row.Name, one.Item2.Ratio).Met));
            var ratios = string.Concat(rows.Select(one => string.Create(CultureInfo.InvariantCulture, $"{one.Ratio,9:0.00}x")));
            var allocated = double.IsNaN(row.BytesRatio) ? "" : string.Create(CultureInfo.InvariantCulture, $"{row.BytesRatio:0.00}x");
            var roslyn = double.IsNaN(row.Segmented) ? "" : string.Create(CultureInfo.InvariantCulture, $"{row.Segmented / row.Framework:0.00}x");
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{row.Name,-34}{row.Framework,10:0.00} us{ratios}{time.Said,12}{roslyn,10}{allocated,8}{bytes.Said,11}"
                + $"{rows.Max(one => one.FullFramework),10:0.0}{full,6:0.0}{(full == 0 ? "" : " NOT")}"));
        }
        return (met, tooLong);
    }

    private static (string Said, bool Met) Most(IReadOnlyDictionary<string, double> goals, string name, double ratio)
    {
        if (!goals.TryGetValue(name, out var most))
            return ("", true);
        var met = Math.Round(ratio, 2) <= most;
        return (string.Create(CultureInfo.InvariantCulture, $"{most:0.00} {(met ? "met" : "NOT")}"), met);
    }
}
