using Lowtide.Analysis.Causes;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>
/// A worker that copied for one reason only has at least 95% of it told so, on every version, and no more than what a worker copies
/// beside that does nothing: that is measured in the same run. The kinds in
/// <see cref="Scored"/> were written after the rules of words. One of them, hold-instances, showed that pages which differ in counts
/// alone were left undecided, and changed that; the others changed nothing.
/// </summary>
public sealed class CopyCausesTests
{
    private const double Least = 0.95;

    private static readonly (string Kind, CopyCause Cause)[] Known =
    [
        ("hash-strings", CopyCause.CacheFill),
        ("hold-strings", CopyCause.ReferenceCount),
        ("write-slots", CopyCause.PayloadWrite),
        ("free-strings", CopyCause.AllocatorReuse),
        ("read-tuples", CopyCause.ReferenceCount),
        ("collect-dicts", CopyCause.Collector),
        ("hash-long", CopyCause.CacheFill),
        ("collect-wide", CopyCause.Collector),
    ];

    private static readonly (string Kind, CopyCause Cause)[] Scored =
    [
        ("hash-bytes", CopyCause.CacheFill),
        ("hold-instances", CopyCause.ReferenceCount),
        ("free-and-make", CopyCause.AllocatorReuse),
        ("read-instances", CopyCause.ReferenceCount),
        ("collect-instances", CopyCause.Collector),
        ("hold-long", CopyCause.ReferenceCount),
        ("read-wide", CopyCause.ReferenceCount),
        ("run-code", CopyCause.CacheFill),
        ("write-tables", CopyCause.PayloadWrite),
    ];

    internal static IEnumerable<(string Kind, CopyCause Cause)> EachKind => Known.Concat(Scored);

    public static TheoryData<string, string, CopyCause> Kinds => new(
        from python in Told.DefaultIfEmpty("")
        from one in EachKind
        select (python, one.Kind, one.Cause));

    public static TheoryData<string> Each => new(Told.DefaultIfEmpty(""));

    public static TheoryData<string, string, CopyCause, string> Large => new(
        from python in Told.DefaultIfEmpty("")
        from one in new[]
        {
            ("hash-long", CopyCause.CacheFill, "str"), ("collect-wide", CopyCause.Collector, "tuple"), ("fill-classes", CopyCause.CacheFill, "type"),
            ("write-tables", CopyCause.PayloadWrite, "dict"),
        }
        select (python, one.Item1, one.Item2, one.Item3));

    /// <summary>A debug build is named as one that cannot be told.</summary>
    private static IEnumerable<string> Told => Pythons.Paths.Where(path => !path.EndsWith('d'));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void One_cause_is_told(string python, string kind, CopyCause cause) => Check(python, kind, cause);

    internal static void Check(string python, string kind, CopyCause cause)
    {
        using var target = Said.Start(python, "one_cause.py", kind);
        var truth = target.Told("copied_bytes")[^1];
        Assert.True(truth > 8 << 20, $"the target copied only {truth} bytes: it tests nothing");
        var copied = Copied(target);
        // free-*: the list that lets them go is written as well, and is the program's own data.
        var told = copied.BytesOf(cause) + (kind.StartsWith("free") ? copied.BytesOf(CopyCause.PayloadWrite) : 0);
        Assert.InRange(told, Least * truth, truth + target.Told("copied_bytes")[0]);
    }

    /// <summary>Instagram's first theory were code objects: the table refutes it in one look.</summary>
    [Theory]
    [MemberData(nameof(Each))]
    public void The_types_that_were_copied_are_named(string python)
    {
        using var target = Said.Start(python, "one_cause.py", "collect-instances");
        var rows = Copied(target).Rows;
        // Before 3.11 an instance's dict is an object like others, and its largest.
        var types = rows.Where(row => row.Cause == CopyCause.Collector).Select(row => row.Type).Take(3).ToList();
        Assert.Contains("Thing", types);
        Assert.DoesNotContain("code", types);
    }

    /// <summary>Objects of more than 512 bytes are named like others.</summary>
    [Theory]
    [MemberData(nameof(Large))]
    public void What_malloc_holds_is_named(string python, string kind, CopyCause cause, string type)
    {
        using var target = Said.Start(python, "one_cause.py", kind);
        var rows = Copied(target).Rows.Where(row => row.Cause == cause).ToList();
        // A table stands elsewhere than its dict.
        var truth = kind == "write-tables" ? target.Told("copied_bytes")[^1] : target.Said.GetProperty("object_bytes").GetInt64();
        Assert.Equal(type, rows[0].Type);
        Assert.InRange(rows[0].Bytes, Least * truth, truth + target.Told("copied_bytes")[0]);
    }

    private static CopiedByCause Copied(Target target)
    {
        var family = Look.At(target.Pid).Family;
        var actor = family.Workers.Single(worker => worker.Process.Pid == target.Workers().Last().GetProperty("pid").GetInt32());
        return CopiedByCause.Of(family, actor)!;
    }
}
