using System.Diagnostics;
using Lowtide.Collections.Bench;

// The figures of docs/collections.md, side by side with the framework's types, in each way in which .NET compiles a program:
//   bench/collections              every row, a quarter of an hour
//   bench/collections PART         only rows with PART in their name: "list index", "StringsOf8"
// It builds this program twice, with NativeAOT too. This program runs itself once for each mode, with the file to write to:
//   Lowtide.Collections.Bench NATIVE [PART]
//   Lowtide.Collections.Bench --into FILE [PART]
if (args is ["--into", var file, ..])
{
    File.WriteAllLines(file, Measurement.Rows(args.ElementAtOrDefault(2) ?? "").Select(row => row.Line));
    return 0;
}
if (args is [])
{
    Console.Error.WriteLine("Lowtide.Collections.Bench: bench/collections builds what it needs, and runs it");
    return 2;
}
var measured = new List<(Mode, IReadOnlyList<Row>)>();
var rows = Path.GetTempFileName();
try
{
    foreach (var mode in Mode.All)
    {
        var start = new ProcessStartInfo(mode.IsNative ? args[0] : Environment.ProcessPath!, ["--into", rows, args.ElementAtOrDefault(1) ?? ""]);
        foreach (var (variable, value) in mode.Environment)
            start.Environment[variable] = value;
        using var run = Process.Start(start)!;
        run.WaitForExit();
        if (run.ExitCode != 0)
            return 1;
        measured.Add((mode, [.. File.ReadAllLines(rows).Select(Row.Of)]));
    }
}
finally
{
    File.Delete(rows);
}
return FigureTable.Print(measured) ? 0 : 1;
