using System.Globalization;
using Midlife;

// Says one JSON line when it is at work, works until its input closes, and answers each line with what the runtime counted.
var condition = args.Length > 0 ? args[0] : "";
using var work = Conditions.Start(condition);
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"version": "{{Environment.Version}}"}"""));
while (Console.ReadLine() is not null)
{
    var collections = string.Join(", ", Enumerable.Range(0, 3).Select(GC.CollectionCount));
    var pauses = GC.GetTotalPauseDuration().TotalSeconds;
    Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $$"""{"collections": [{{collections}}], "pause_seconds": {{pauses}}, "steps": {{Conditions.Steps}}, "own_limit": {{OwnLimit.Limit}} }"""));
}
