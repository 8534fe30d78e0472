using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Lowtide.Collections.Bench;

/// <summary>Where the time of a row goes, by function, as perf samples it (Debian: linux-perf).</summary>
internal static partial class Profile
{
    private const int LeastPercent = 8;
    private static readonly TimeSpan Compiling = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Sampled = TimeSpan.FromSeconds(1);

    /// <returns>"Lists.Framework_list_index 98%" of the framework's type, and of ours; null where perf cannot run.</returns>
    internal static (string Framework, string Chunked)? Of(string row, Mode mode, string native)
    {
        try
        {
            return (Of(row, "Framework", mode, native), Of(row, "Chunked", mode, native));
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    private static string Of(string row, string side, Mode mode, string native)
    {
        var samples = Path.GetTempFileName();
        try
        {
            var program = mode.Start(native, ["--spin", (Compiling + Sampled).TotalSeconds.ToString(CultureInfo.InvariantCulture), side, row]);
            // Names of compiled methods, which the compiler writes beside where they are; it must not move them
            // (runtime's docs/project/linux-performance-tracing.md).
            program.Environment["DOTNET_PerfMapEnabled"] = "3";
            program.Environment["DOTNET_EnableWriteXorExecute"] = "0";
            string[] record =
            [
                "record", "--quiet", "--event", "cpu-clock", "--freq", "2000", "--delay", Compiling.TotalMilliseconds.ToString(CultureInfo.InvariantCulture),
                "--output", samples, "--", program.FileName,
            ];
            var perf = new ProcessStartInfo("perf", [.. record, .. program.ArgumentList]);
            foreach (var (name, value) in program.Environment)
                perf.Environment[name] = value;
            Output(perf);
            string[] report = ["report", "--stdio", "--quiet", "--no-children", "--sort", "symbol", "--input", samples];
            var lines = Output(new("perf", report));
            return string.Join(", ", Function().Matches(lines)
                .Select(one => (Name: Short(one.Groups["name"].Value), Percent: double.Parse(one.Groups["percent"].Value, CultureInfo.InvariantCulture)))
                .GroupBy(one => one.Name, one => one.Percent)
                .Where(one => one.Sum() >= LeastPercent)
                .Select(one => string.Create(CultureInfo.InvariantCulture, $"{one.Key} {one.Sum():0}%")));
        }
        finally
        {
            File.Delete(samples);
        }
    }

    private static string Output(ProcessStartInfo start)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? output : throw new InvalidOperationException($"perf: {errors.Result}");
    }

    /// <summary>"ChunkedList`1.Reverse [Tier1]" of "void [Lowtide.Collections] Lowtide.Collections.ChunkedList`1[System.Int32]::Reverse(...)[Tier1]".</summary>
    private static string Short(string symbol)
    {
        if (symbol.StartsWith("0x", StringComparison.Ordinal))
            return "code that the framework brings compiled";
        var managed = Managed().Match(symbol);
        return managed.Success ? $"{managed.Groups["type"].Value}.{managed.Groups["method"].Value} [{managed.Groups["tier"].Value}]" : symbol;
    }

    [GeneratedRegex(@"^\s*(?<percent>[\d.]+)%\s+\[\S\]\s+(?<name>.*?\S)\s{2,}.*$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Function();

    [GeneratedRegex(@"\] (?:[\w]+\.)*(?<type>[\w`+]+)(?:[\[/].*)?::(?<method>[^(]+)\(.*\)\[(?<tier>[^\]]+)\]$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Managed();
}
