using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Spectre.Console;

namespace Lowtide.Reports;

/// <summary>Copied memory by cause, a worker's mean, and the types that stand there: one look refutes a wrong theory.</summary>
internal static class CausesTable
{
    private const int Types = 4;

    public static void Show(FamilySnapshot family)
    {
        var traced = family.Workers.Select(worker => CopiedByCause.Of(family.Master, worker)).OfType<CopiedByCause>().ToList();
        var rows = traced.SelectMany(worker => worker.Rows).ToList();
        var copied = rows.Sum(row => row.Bytes);
        if (copied < Amount.MiB * traced.Count || traced.Count == 0)
            return;
        var table = Screen.Table("COPIED BY", ">A WORKER", ">SHARE", "WHAT STANDS THERE");
        foreach (var cause in rows.GroupBy(row => row.Cause).OrderByDescending(cause => cause.Sum(row => row.Bytes)))
        {
            var bytes = cause.Sum(row => row.Bytes);
            table.AddRow(
                Name(cause.Key), Screen.Size(bytes / traced.Count), Amount.Percent(bytes / (double)copied),
                Screen.Text(string.Join(", ", cause
                    .GroupBy(row => row.Type)
                    .Select(type => (type.Key, Bytes: type.Sum(row => row.Bytes)))
                    .OrderByDescending(type => type.Bytes)
                    .Where(type => type.Bytes * 50 >= bytes)
                    .Take(Types)
                    .Select(type => $"{(type.Key.Length == 0 ? "no object" : type.Key)} {Amount.Bytes(type.Bytes / traced.Count)}"))));
        }
        Screen.Line();
        Screen.Write(table);
    }

    private static string Name(CopyCause cause) => cause switch
    {
        CopyCause.Collector => "collector",
        CopyCause.ReferenceCount => "reference counts",
        CopyCause.AllocatorReuse => "allocator reuse",
        CopyCause.CacheFill => "cache fill",
        CopyCause.PayloadWrite => "payload write",
        _ => "undecided",
    };
}
