using Lowtide.Recordings.Watching;
using Microsoft.Data.Sqlite;

namespace Lowtide.Recordings.History;

/// <summary>A row of a history: one process at one time.</summary>
internal sealed record KeptReading(long At, string Slot, int Pid, long Start, MemoryUse Memory)
{
    /// <summary>So many times at most are made of a stretch.</summary>
    private const int MostTimes = 600;

    /// <summary>Seconds: while a watch itself was away, nobody was read.</summary>
    private const int MostPatience = 300;

    /// <summary>Of at, slot, pid, start, resident, pss, shared and private.</summary>
    public static KeptReading Of(SqliteDataReader row)
    {
        return new KeptReading(
            row.GetInt64(0), row.GetString(1), row.GetInt32(2), row.GetInt64(3), new MemoryUse(Bytes(4), Bytes(5), Bytes(6), Bytes(7), null));

        long? Bytes(int column) => row.IsDBNull(column) ? null : row.GetInt64(column);
    }

    /// <summary>
    /// As a recorder samples: all processes at the same times. A watch reads one after the other, so that each counts with what it held when it was last
    /// read: from its first reading on, and for as long after its last as any was not read again, or until it was seen to have ended.
    /// </summary>
    /// <param name="readings">In order of time.</param>
    /// <param name="ends">In order of time: of one process, or of all that were not read since.</param>
    /// <param name="each">Seconds that one stands for.</param>
    public static IReadOnlyList<Sample> Samples(IReadOnlyList<KeptReading> readings, IReadOnlyList<(long At, int? Pid)> ends, int each)
    {
        if (readings.Count == 0)
            return [];
        var (first, last) = (readings[0].At, readings[^1].At);
        var step = Math.Max(each, (last - first + MostTimes - 1) / MostTimes);
        var processes = readings.GroupBy(reading => (reading.Pid, reading.Start)).Select(process => process.ToList()).ToList();
        var longest = processes.SelectMany(own => own.Skip(1).Zip(own, (later, one) => later.At - one.At)).DefaultIfEmpty(0).Max();
        var patience = Math.Clamp(longest, 2 * each, Math.Max(2 * each, MostPatience));
        var endsOf = ends.ToLookup(end => end.Pid, end => end.At);
        var over = processes.Select(own => endsOf[own[0].Pid].Concat(endsOf[null]).Where(end => end > own[^1].At)
            .Prepend(own[^1].At + patience + 1).Min()).ToList();
        var next = new int[processes.Count];
        var samples = new List<Sample>();
        for (var at = first; at <= last; at += step)
            for (var number = 0; number < processes.Count; number++)
            {
                var own = processes[number];
                while (next[number] < own.Count && own[next[number]].At <= at)
                    next[number]++;
                if (next[number] == 0 || over[number] <= at)
                    continue;
                var reading = own[next[number] - 1];
                samples.Add(new Sample(
                    at - first, reading.Pid, reading.Start, reading.Slot == WatchedProcess.Master ? Role.Master : Role.Worker, reading.Memory, null));
            }
        return samples;
    }
}
