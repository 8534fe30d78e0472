using System.Globalization;
using BenchmarkDotNet.Reports;

namespace Lowtide.Collections.Bench;

/// <summary>The promised figures, each met or not.</summary>
internal static class FigureTable
{
    private static readonly Dictionary<string, double> MostTime = new(StringComparer.Ordinal)
    {
        ["list_add_500"] = 1.00,
        ["list_add_50000"] = 0.50,
        ["list_index"] = 1.25,
        ["list_foreach"] = 1.10,
        ["list_spans"] = 1.02,
        ["set_union_small"] = 1.15,
        ["set_union_large"] = 1.00,
        ["set_hit"] = 1.15,
        ["set_miss"] = 1.15,
        ["set_add_500"] = 1.15,
        ["set_add_50000"] = 1.00,
        ["dictionary_hit"] = 1.15,
        ["dictionary_miss"] = 1.15,
        ["dictionary_add_500"] = 1.15,
        ["dictionary_add_50000"] = 1.00,
    };

    private static readonly Dictionary<string, double> MostBytes = new(StringComparer.Ordinal)
    {
        ["list_add_50000"] = 0.45,
        ["set_union_large"] = 0.60,
    };

    /// <summary>Prints the table for one element type. Only int's figures are promised.</summary>
    /// <returns>Whether all are met.</returns>
    internal static bool Print(Summary summary, Type element)
    {
        var promised = element == typeof(int);
        var runtime = summary.HostEnvironmentInfo.RuntimeVersion;
        Console.WriteLine($"\n{element.Name}: Lowtide.Collections against the framework ({runtime}, one run, ratio of means)");
        Console.WriteLine($"{"",-21}{"framework",12}{"chunked",12}{"time",7}{"most",6}{"",5}{"bytes",7}{"most",6}{"",5}{"gen2/1000",16}");
        var reports = summary.Reports.Where(one => one.ResultStatistics is not null).ToDictionary(one => one.BenchmarkCase.Descriptor.WorkloadMethod.Name);
        var met = true;
        foreach (var (name, report) in reports)
        {
            if (!name.StartsWith("Chunked_", StringComparison.Ordinal))
                continue;
            var operation = name["Chunked_".Length..];
            if (!reports.TryGetValue("Framework_" + operation, out var other))
                continue; // It failed, which is said below.
            var time = report.ResultStatistics!.Mean / other.ResultStatistics!.Mean;
            var bytes = Bytes(report) / Math.Max(1, Bytes(other));
            var timeMet = Met(time, MostTime.GetValueOrDefault(operation, double.NaN));
            var bytesMet = Met(bytes, MostBytes.GetValueOrDefault(operation, double.NaN));
            var noFull = !MostBytes.ContainsKey(operation) || FullCollections(report) == 0;
            met &= !promised || (timeMet && bytesMet && noFull);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{operation.Replace('_', ' '),-21}{Micro(other),9:0.00} us{Micro(report),9:0.00} us{time,6:0.00}x{Most(MostTime, operation, timeMet),11}"
                + $"{bytes,6:0.00}x{Most(MostBytes, operation, bytesMet),11}"
                + $"{FullCollections(other),8:0.0}{FullCollections(report),6:0.0}{(noFull ? "" : " NOT")}"));
        }
        if (reports.Count < summary.BenchmarksCases.Length)
            Console.WriteLine($"{summary.BenchmarksCases.Length - reports.Count} benchmarks failed");
        return met && reports.Count == summary.BenchmarksCases.Length;

        string Most(Dictionary<string, double> limits, string operation, bool reached) =>
            limits.TryGetValue(operation, out var limit) && promised
                ? string.Create(CultureInfo.InvariantCulture, $"{limit:0.00} {(reached ? "met" : "NOT")}")
                : "";
    }

    private static bool Met(double ratio, double most) => double.IsNaN(most) || Math.Round(ratio, 2) <= most;

    private static double Micro(BenchmarkReport report) => report.ResultStatistics!.Mean / 1000;

    private static double Bytes(BenchmarkReport report) => report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? 0;

    private static double FullCollections(BenchmarkReport report) => report.GcStats.Gen2Collections * 1000.0 / report.GcStats.TotalOperations;
}
