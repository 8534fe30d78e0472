namespace Lowtide.Collections.Bench;

/// <summary>Below the table: where the time of each row goes that is above what is promised.</summary>
internal static class TooLong
{
    internal static void Print(IReadOnlyList<(Mode Mode, Row Row)> tooLong, string native)
    {
        var rows = tooLong.Where(one => !one.Row.Name.StartsWith("dictionary pauses", StringComparison.Ordinal)).ToArray();
        if (rows.Length > 0)
            Console.WriteLine("\nwhere the time goes of what takes longer than promised, by function:");
        foreach (var (mode, row) in rows)
        {
            if (Profile.Of(row.Name, mode, native) is not var (framework, chunked))
            {
                Console.WriteLine("perf is not there, which tells it (Debian: linux-perf)");
                return;
            }
            Console.WriteLine($"{row.Name}, {mode.Name}: {framework}\n{"",8}{chunked}");
        }
    }
}
