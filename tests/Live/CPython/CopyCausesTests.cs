using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>
/// A worker that copied for one reason only has at least 95% of it told so, on every version. The kinds in
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
    ];

    private static readonly (string Kind, CopyCause Cause)[] Scored =
    [
        ("hash-bytes", CopyCause.CacheFill),
        ("hold-instances", CopyCause.ReferenceCount),
        ("free-and-make", CopyCause.AllocatorReuse),
        ("read-instances", CopyCause.ReferenceCount),
        ("collect-instances", CopyCause.Collector),
    ];

    public static TheoryData<string, string, CopyCause> Kinds => new(
        from python in Told.DefaultIfEmpty("")
        from one in Known.Concat(Scored)
        select (python, one.Kind, one.Cause));

    public static TheoryData<string> Each => new(Told.DefaultIfEmpty(""));

    /// <summary>A debug build is named as one that cannot be told.</summary>
    private static IEnumerable<string> Told => Pythons.Paths.Where(path => !path.EndsWith('d'));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void One_cause_is_told(string python, string kind, CopyCause cause)
    {
        using var target = Said.Start(python, "one_cause.py", kind);
        var truth = target.Told("copied_bytes")[^1];
        Assert.True(truth > 8 << 20, $"the target copied only {truth} bytes: it tests nothing");
        var copied = Copied(target);
        // free-*: the list that lets them go is written as well, and is the program's own data.
        var told = copied.BytesOf(cause) + (kind.StartsWith("free") ? copied.BytesOf(CopyCause.PayloadWrite) : 0);
        Assert.InRange(told, Least * truth, truth + Look.Slack);
    }

    [Theory]
    [MemberData(nameof(Each))]
    public void Two_causes_have_their_shares(string python)
    {
        using var target = Said.Start(python, "one_cause.py", "read-and-write");
        var truth = target.Told("copied_bytes")[^1];
        var read = target.Said.GetProperty("object_bytes").GetInt64();
        var copied = Copied(target);
        Assert.InRange(copied.BytesOf(CopyCause.ReferenceCount), Least * read, read + Look.Slack);
        Assert.InRange(copied.BytesOf(CopyCause.PayloadWrite), Least * (truth - read), truth - read + Look.Slack);
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

    private static CopiedByCause Copied(Target target)
    {
        var family = Look.At(target.Pid).Family;
        var actor = family.Workers.Single(worker => worker.Process.Pid == target.Workers().Last().GetProperty("pid").GetInt32());
        return CopiedByCause.Of(family.Master, actor)!;
    }
}
