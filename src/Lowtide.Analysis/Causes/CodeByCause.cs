using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>Copied bytes of a family's workers together, by the code objects or functions of one name that stand there.</summary>
/// <param name="Name">Qualified; null for those whose names were not read.</param>
/// <param name="Where">A code object's file, a function's module.</param>
public sealed record CodeByCause(CodeKind Kind, string? Name, string? Where, CopyCause Cause, long Bytes)
{
    /// <returns>Most bytes first; null where no worker's code was looked at.</returns>
    public static IReadOnlyList<CodeByCause>? Of(FamilySnapshot family)
    {
        var workers = family.Workers.Where(worker => worker.CopiedCode is not null).ToList();
        return workers.Count == 0 ? null :
        [
            .. workers.SelectMany(worker => Of(CopiedByCause.Of(family, worker), worker.CopiedCode!))
                .GroupBy(code => new { code.Kind, code.Name, code.Where, code.Cause })
                .Select(same => same.First() with { Bytes = same.Sum(code => code.Bytes) })
                .OrderByDescending(code => code.Bytes),
        ];
    }

    private static IEnumerable<CodeByCause> Of(CopiedByCause? copied, IReadOnlyList<CopiedCode> codes) =>
        from code in codes
        from cause in copied?.CausesOf(new CopiedBytes(code.Trace, "", code.Bytes)) ?? []
        select new CodeByCause(code.Kind, code.Name, code.Where, cause.Cause, cause.Bytes);
}
