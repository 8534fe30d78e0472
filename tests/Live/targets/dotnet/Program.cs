using System.Globalization;
using Midlife;

// Says one JSON line when it is at work, works until its input closes, and answers each line with what the runtime counted.
var condition = args.Length > 0 ? args[0] : "";
using var work = Conditions.Start(condition);
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"version": "{{Environment.Version}}"}"""));
while (Console.ReadLine() is not null)
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
        $$"""{"collections": [{{GC.CollectionCount(0)}}, {{GC.CollectionCount(1)}}, {{GC.CollectionCount(2)}}], "pause_seconds": {{GC.GetTotalPauseDuration().TotalSeconds}}, "steps": {{Conditions.Steps}} }"""));
