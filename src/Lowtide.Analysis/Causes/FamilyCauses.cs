using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>What copied the memory of a family's workers; each figure is a worker's mean.</summary>
public sealed class FamilyCauses
{
    private readonly IReadOnlyList<CauseBytes> _rows;

    private FamilyCauses(IReadOnlyList<(Member Worker, CopiedByCause Copied)> workers)
    {
        Workers = workers;
        _rows = [.. workers.SelectMany(worker => worker.Copied.Rows)];
    }

    /// <summary>Those whose pages were traced.</summary>
    public IReadOnlyList<(Member Worker, CopiedByCause Copied)> Workers { get; }

    public long Bytes => Mean(_rows);

    /// <summary>Less is not worth a table.</summary>
    public bool Matters => Bytes >= Amount.MiB;

    /// <summary>Null where no worker's pages were traced.</summary>
    public static FamilyCauses? Of(FamilySnapshot family)
    {
        var workers = family.Workers
            .Select(worker => (Worker: worker, Copied: CopiedByCause.Of(family, worker)))
            .Where(worker => worker.Copied is not null)
            .Select(worker => (worker.Worker, worker.Copied!))
            .ToList();
        return workers.Count == 0 ? null : new FamilyCauses(workers);
    }

    /// <summary>Most bytes first.</summary>
    public IReadOnlyList<CauseRow> ByCause() =>
    [
        .. _rows.GroupBy(row => row.Cause)
            .Select(cause => new CauseRow(cause.Key, Mean(cause), ShareOf(cause), ByType(cause)))
            .OrderByDescending(cause => cause.Bytes),
    ];

    private IReadOnlyList<CauseType> ByType(IEnumerable<CauseBytes> rows) =>
        [.. rows.GroupBy(row => row.Type).Select(type => new CauseType(type.Key, Mean(type))).OrderByDescending(type => type.Bytes)];

    private double ShareOf(IEnumerable<CauseBytes> rows) => rows.Sum(row => row.Bytes) / (double)Math.Max(1, _rows.Sum(row => row.Bytes));

    private long Mean(IEnumerable<CauseBytes> rows) => rows.Sum(row => row.Bytes) / Workers.Count;
}

/// <param name="Share">Of all that was copied.</param>
public sealed record CauseRow(CopyCause Cause, long Bytes, double Share, IReadOnlyList<CauseType> Types)
{
    private const int MostTypes = 4;

    /// <summary>The types that make up most of it, those under 2% of it left out.</summary>
    public string Standing => string.Join(", ", Types
        .Where(type => type.Bytes * 50 >= Bytes)
        .Take(MostTypes)
        .Select(type => $"{type.Name} {Amount.Bytes(type.Bytes)}"));
}

/// <param name="Type">"" for memory of no object.</param>
public sealed record CauseType(string Type, long Bytes)
{
    public string Name => Type.Length == 0 ? "no object" : Type;
}
