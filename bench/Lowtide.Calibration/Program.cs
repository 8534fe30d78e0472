using System.Globalization;
using Lowtide.Tests.Pure.Statistics.Simulation;

// The calibration table: simulated trials whose truth is known, and how often they said what is not so, or failed to
// say what is. `make calibration`; an argument is the number of trials of each kind.
var trials = 4000;
if (args.Length > 1 || (args is [var text] && !(int.TryParse(text, CultureInfo.InvariantCulture, out trials) && trials > 0)))
{
    Console.Error.WriteLine("calibration takes one argument, the number of trials of each kind, such as 4000");
    return 2;
}

Console.WriteLine($"{trials} simulated trials a row; a promise that is kept passes its bound once in 10,000 rows");
var rows = new List<CalibrationRow>();
foreach (var (number, trial) in CalibrationTable.Trials.Index())
{
    Console.Error.WriteLine($"{number + 1} of {CalibrationTable.Trials.Count}: {trial.Name}");
    rows.AddRange(CalibrationTable.Rows(trial, trials, seed: 20261));
}

foreach (var kind in rows.GroupBy(row => row.Promise))
{
    Console.WriteLine($"\n{kind.Key.Counts}: at {(kind.Key.IsMost ? "most" : "least")} {Share(kind.Key.Rate)}");
    Console.WriteLine($"  {"TRIALS",-57} {"RATE",6} {"BOUND",6} {"PAIRS",5}");
    foreach (var row in kind)
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"  {row.Trial.Name,-57} {Share((double)row.Counted / trials),6} {Share((double)row.Bound / trials),6} "
                + $"{row.MeanPairs,5:0.0}{(row.Holds ? "" : " !")}"));
    }
}

var missed = rows.Count(row => !row.Holds);
Console.WriteLine(missed == 0 ? "\nevery row holds" : $"\n{missed} rows (!) are beyond their bound");
return missed == 0 ? 0 : 1;

static string Share(double rate) => string.Create(CultureInfo.InvariantCulture, $"{100 * rate:0.0}%");
