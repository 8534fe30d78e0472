using Lowtide.Analysis.Causes;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>Code objects and functions that were copied are told by their qualified names, on every version.</summary>
public sealed class CopiedCodeTests
{
    public static TheoryData<string> Each => new(Pythons.Paths.Where(path => !path.EndsWith('d')).DefaultIfEmpty(""));

    [Theory]
    [MemberData(nameof(Each))]
    public void Copied_code_is_told_by_name(string python) => Check(python);

    internal static void Check(string python)
    {
        using var target = Said.Start(python, "named_code.py");
        var family = Look.At(target.Pid).Family;
        var rows = CodeByCause.Of(family)!.Where(row => row.Cause == CopyCause.ReferenceCount).ToList();
        var types = family.Workers.SelectMany(worker => CopiedByCause.Of(family, worker)!.Rows).ToList();
        Check(rows, CodeKind.Function, "function", types, Strings(target, "names"), target.Said.GetProperty("module").GetString()!);
        Check(rows, CodeKind.Code, "code", types, Strings(target, "code_names"), target.Said.GetProperty("file").GetString()!);
    }

    private static void Check(
        List<CodeByCause> rows, CodeKind kind, string type, List<CauseBytes> types, IReadOnlyList<string> names, string where)
    {
        var all = types.Where(row => row.Type == type && row.Cause == CopyCause.ReferenceCount).Sum(row => row.Bytes);
        Assert.True(all > 2 << 20, $"{all} bytes of {type}: it tests nothing");
        var known = rows.Where(row => row.Kind == kind && names.Contains(row.Name)).ToList();
        Assert.Equal(names.Order(StringComparer.Ordinal), known.Select(row => row.Name).Order(StringComparer.Ordinal)!);
        Assert.All(known, row => Assert.Equal(where, row.Where));
        // Each name has a third of the objects; they are of nearly one size.
        Assert.All(known, row => Assert.InRange(row.Bytes, 0.28 * all, 0.39 * all));
        Assert.InRange(rows.Where(row => row.Kind == kind).Sum(row => row.Bytes), 0.99 * all, 1.01 * all);
    }

    private static List<string> Strings(Target target, string name) =>
        [.. target.Said.GetProperty(name).EnumerateArray().Select(value => value.GetString()!)];
}
