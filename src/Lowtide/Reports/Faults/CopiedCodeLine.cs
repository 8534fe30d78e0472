using Lowtide.Analysis;
using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>Which code objects and functions were copied, where they are a part of the copies that is worth a line.</summary>
internal static class CopiedCodeLine
{
    private const int MostNames = 3;

    // Where it is less, code is not what the memory went to.
    private const double LeastShare = 0.1;

    /// <summary>Null where there is nothing to say.</summary>
    public static string? Of(FamilySnapshot family, FamilyCauses causes)
    {
        if (CodeByCause.Of(family) is not { Count: > 0 } codes)
            return null;
        var bytes = codes.Sum(code => code.Bytes) / causes.Workers.Count;
        if (bytes < Amount.MiB || bytes < LeastShare * causes.Bytes)
            return null;
        var names = codes.Where(code => code.Name is not null)
            .GroupBy(code => new { code.Kind, code.Name, code.Where })
            .Select(same => (Name: Name(same.First()), Bytes: same.Sum(code => code.Bytes) / causes.Workers.Count))
            .OrderByDescending(code => code.Bytes)
            .Take(MostNames)
            .Select(code => $"{code.Name} {Amount.Bytes(code.Bytes)}");
        return $"code and functions {Amount.Bytes(bytes)} a worker: {string.Join(", ", names)}";
    }

    private static string Name(CodeByCause code) => code switch
    {
        { Where: null } => code.Name!,
        { Kind: CodeKind.Function } => $"{code.Where}.{code.Name}",
        _ => $"{code.Name} ({Path.GetFileName(code.Where)})",
    };
}
