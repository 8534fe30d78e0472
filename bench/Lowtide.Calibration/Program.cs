using System.Globalization;
using Lowtide.Tests.Pure.Statistics.Simulation;

// The calibration table: simulated trials whose truth is known, and how often they said what is not so, or failed to
// say what is. `make calibration`; arguments are the number of trials of each kind, and what the names of the kinds must hold.
var asked = 0;
if (args.Length > 2 || (args is [var text, ..] && !(int.TryParse(text, CultureInfo.InvariantCulture, out asked) && asked > 0)))
{
    Console.Error.WriteLine("calibration takes how many trials of each kind, such as 4000, and then a part of the names of those to run, such as breathes");
    return 2;
}

var trials = CalibrationTable.Trials.Where(trial => args is not [_, var part] || trial.Name.Contains(part, StringComparison.Ordinal)).ToList();
Console.WriteLine("simulated trials; a promise that is kept passes its bound once in 10,000 rows, where memory is read it is half a point");
var rows = new List<CalibrationRow>();
foreach (var (number, trial) in trials.Index())
{
    Console.Error.WriteLine($"{number + 1} of {trials.Count}: {trial.Name}");
    rows.AddRange(CalibrationTable.Rows(trial, asked > 0 ? asked : CalibrationTable.TrialsOf(trial), seed: 20261));
}

foreach (var kind in rows.GroupBy(row => row.Promise))
{
    Console.WriteLine($"\n{kind.Key.Counts}: at {(kind.Key.IsMost ? "most" : "least")} {Share(kind.Key.Rate)}");
    Console.WriteLine($"  {"TRIALS",-57} {"NUMBER",6} {"RATE",6} {"BOUND",6} {"PAIRS",5}");
    foreach (var row in kind)
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"  {row.Trial.Name,-57} {row.Trials,6} {Share((double)row.Counted / row.Trials),6} {Share((double)row.Bound / row.Trials),6} "
                + $"{row.MeanPairs,5:0.0}{(row.Holds ? "" : " !")}"));
    }
}

var missed = rows.Count(row => !row.Holds);
Console.WriteLine(missed == 0 ? "\nevery row holds" : $"\n{missed} rows (!) are beyond their bound");
return missed == 0 ? 0 : 1;

static string Share(double rate) => string.Create(CultureInfo.InvariantCulture, $"{100 * rate:0.0}%");
