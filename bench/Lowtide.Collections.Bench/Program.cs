using System.Diagnostics;
using System.Globalization;
using Lowtide.Collections.Bench;

// The figures of docs/collections.md, side by side with the framework's types, in each way in which .NET compiles a program:
//   bench/collections              every row, three times: an hour
//   bench/collections PART         only rows with PART in their name: "list index", "StringsOf8"
// It builds this program twice, with NativeAOT too. This program runs itself for each mode, with the file to write to, and again where perf looks on:
//   Lowtide.Collections.Bench NATIVE [PART]
//   Lowtide.Collections.Bench --into FILE [PART]
//   Lowtide.Collections.Bench --spin SECONDS Framework|Chunked ROW
const int Runs = 3;
switch (args)
{
    case ["--into", var into, ..]:
        File.WriteAllLines(into, Measurement.Rows(args.ElementAtOrDefault(2) ?? "").Select(row => row.Line));
        return 0;
    case ["--spin", var seconds, var side, var row]:
        Spin.Run(row, side, TimeSpan.FromSeconds(double.Parse(seconds, CultureInfo.InvariantCulture)));
        return 0;
    case []:
        Console.Error.WriteLine("Lowtide.Collections.Bench: bench/collections builds what it needs, and runs it");
        return 2;
}

// What a compiler makes of a loop differs from one process to the next: so each row is measured in several, modes in turn.
var measured = Mode.All.ToDictionary(mode => mode, _ => new List<IReadOnlyList<Row>>());
var file = Path.GetTempFileName();
try
{
    foreach (var mode in Enumerable.Repeat(Mode.All, Runs).SelectMany(modes => modes))
    {
        using var run = Process.Start(mode.Start(args[0], ["--into", file, args.ElementAtOrDefault(1) ?? ""]))!;
        run.WaitForExit();
        if (run.ExitCode != 0)
            return 1;
        measured[mode].Add([.. File.ReadAllLines(file).Select(Row.Of)]);
    }
}
finally
{
    File.Delete(file);
}
// A row that was renamed would lose its promise, and nobody would see.
var names = measured[Mode.All[0]][0].Select(row => row.Name).ToHashSet(StringComparer.Ordinal);
if (args.Length < 2 && Goals.MostTime.Keys.Concat(Goals.MostBytes.Keys).FirstOrDefault(name => !names.Contains(name)) is { } lost)
    throw new InvalidOperationException($"Goals.cs promises something of '{lost}', and no row has that name");
var (met, tooLong) = FigureTable.Print([.. Mode.All.Select(mode => (mode, Row.Middle(measured[mode])))]);
TooLong.Print(tooLong, args[0]);
return met ? 0 : 1;
