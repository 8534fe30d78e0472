using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Gives the most copied code objects and functions of a family their names.</summary>
internal static class CodeNames
{
    /// <summary>Names that are read of a family, at some microseconds each.</summary>
    private const int MostRead = 4096;

    /// <summary>Names that are kept of a worker; what the others come to is kept without one.</summary>
    private const int MostKept = 256;

    /// <param name="members">By pid; the tallies of all threads, and the member's place in them.</param>
    /// <param name="each">So many times counts what was seen on a page.</param>
    /// <returns>By pid, most bytes first.</returns>
    public static Dictionary<int, IReadOnlyList<CopiedCode>> Name(
        CPythonHeap heap, IReadOnlyList<CodeTally> tallies, IEnumerable<(int Pid, int Place)> members, int each)
    {
        var sums = members.ToDictionary(member => member.Pid, member => Merged(tallies, member.Place, each));
        var text = new HeapText(heap.Memory, heap.Types, heap.Layout);
        var known = sums.Values.SelectMany(sum => sum)
            .GroupBy(sum => sum.Key.Code, sum => sum.Value)
            .OrderByDescending(code => code.Sum())
            .Take(MostRead)
            .ToDictionary(code => code.Key, code => text.At(code.Key.Name) is { } name ? (name, text.At(code.Key.Where)) : default);
        return sums.ToDictionary(sum => sum.Key, sum => (IReadOnlyList<CopiedCode>)Named(sum.Value, known));
    }

    private static Dictionary<(CopyTrace Trace, CodeName Code), double> Merged(IReadOnlyList<CodeTally> tallies, int member, int each)
    {
        var sums = new Dictionary<(CopyTrace, CodeName), double>();
        foreach (var tally in tallies)
            foreach (var (key, bytes) in tally.SumsOf(member))
                CollectionsMarshal.GetValueRefOrAddDefault(sums, key, out _) += each * bytes;
        return sums;
    }

    private static List<CopiedCode> Named(
        Dictionary<(CopyTrace Trace, CodeName Code), double> sums, Dictionary<CodeName, (string? Name, string? Where)> known)
    {
        var rows = Rows(sums.Select(sum => known.GetValueOrDefault(sum.Key.Code) is var (name, where)
            ? (sum.Key.Trace, sum.Key.Code.Kind, name, where, sum.Value) : default));
        return rows.Count <= MostKept ? rows
            : Rows(rows.Select((row, index) => index < MostKept
                ? (row.Trace, row.Kind, row.Name, row.Where, (double)row.Bytes) : (row.Trace, row.Kind, null, null, row.Bytes)));
    }

    private static List<CopiedCode> Rows(IEnumerable<(CopyTrace Trace, CodeKind Kind, string? Name, string? Where, double Bytes)> sums) =>
        [.. sums.GroupBy(sum => new { sum.Trace, sum.Kind, sum.Name, sum.Where }, sum => sum.Bytes)
            .Select(same => new CopiedCode(same.Key.Trace, same.Key.Kind, same.Key.Name, same.Key.Where, (long)Math.Round(same.Sum())))
            .OrderByDescending(code => code.Bytes)];
}
