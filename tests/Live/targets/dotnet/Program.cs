using System.Globalization;
using Midlife;

// Says one JSON line when it is at work, works until its input closes, and answers each line with what the runtime counted; a line "FROM TO" (Unix
// time, seconds) with what was let go in generation 2 then, and "still" once it has ended its work.
var condition = args.Length > 0 ? args[0] : "";
using var work = Conditions.Start(condition);
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"version": "{{Environment.Version}}"}"""));
while (Console.ReadLine() is { } line)
{
    if (line == "still")
    {
        work.Dispose();
        Console.WriteLine("{}");
        continue;
    }
    if (line.Split(' ') is [var from, var to])
    {
        var (orders, drafts) = Ledger.Between(double.Parse(from, CultureInfo.InvariantCulture), double.Parse(to, CultureInfo.InvariantCulture));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"orders": {{orders}}, "drafts": {{drafts}} }"""));
        continue;
    }
    var collections = string.Join(", ", Enumerable.Range(0, 3).Select(GC.CollectionCount));
    var pauses = GC.GetTotalPauseDuration().TotalSeconds;
    var committed = GC.GetGCMemoryInfo().TotalCommittedBytes; // At the last collection.
    Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $$"""{"collections": [{{collections}}], "pause_seconds": {{pauses}}, "steps": {{Conditions.Steps}}, """
            + $$""" "own_limit": {{OwnLimit.Limit}}, "committed_bytes": {{committed}} }"""));
}
