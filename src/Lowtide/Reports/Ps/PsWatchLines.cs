using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Ps;

/// <summary>One look of <c>lowtide ps --watch</c> as lines that fit a terminal. Pure.</summary>
internal static class PsWatchLines
{
    /// <param name="one">A TARGET is watched: its members are shown, rather than families.</param>
    /// <param name="columns">Of the terminal; null in a pipe, where nothing is left out, and the date is told too.</param>
    public static IReadOnlyList<LiveLine> Of(PsSnapshot look, PssChanges changes, bool one, int? columns, int? rows)
    {
        var time = look.At.UtcDateTime.ToString(columns is null ? "yyyy-MM-dd HH:mm:ss" : "HH:mm:ss", CultureInfo.InvariantCulture);
        var head = new List<LiveLine> { new($"{time} UTC: {(one ? Family(look.Families[0], changes) : Families(look))}") };
        if (one)
        {
            head.Add(new($"{FamilyWords.Runtime(look.Families[0])}, {FamilyWords.Allocator(look.Families[0])}"));
            if (FamilyWords.Cgroup(look.Families[0].Cgroup) is { } cgroup)
                head.Add(new(cgroup));
        }
        var left = (rows ?? int.MaxValue) - head.Count - (look.CouldNotRead.Count > 0 ? 1 : 0);
        var table = one ? Members(look.Families[0], changes, fits: left > look.Families[0].Members.Count()) : All(look.Families, changes);
        head.AddRange(table.Lines(columns ?? int.MaxValue, left));
        if (look.CouldNotRead.Count > 0)
            head.Add(new(
                $"Could not read all: '{OwnCall.Of(one ? $"ps {look.Families[0].Head.Process.Pid}" : "ps")}' says what, and what would give it"));
        return head;
    }

    private static string Families(PsSnapshot look) =>
        $"{Amount.Count(look.Families.Count, "family", "families")}"
        + (look.Families.Aggregate((long?)0, (sum, family) => sum + family.PssBytes) is { } pss ? $", {Screen.Size(pss)} in all (PSS)" : "");

    private static string Family(FamilySnapshot family, PssChanges changes) =>
        $"{family.Name} {family.Head.Process.Pid}, {Screen.Size(family.PssBytes)} (PSS)"
        + (changes.SinceFirst(family) is { Length: > 0 } change ? $", {change} since it began" : "");

    private static FittedTable All(IReadOnlyList<FamilySnapshot> families, PssChanges changes)
    {
        var table = new FittedTable(
            new(">PID", Worth: 10), new("NAME", Worth: 9), new("RUNTIME", Worth: 4), new("ALLOCATOR", Worth: 1), new(">WORKERS", Worth: 5),
            new(">RSS", Worth: 2), new(">PSS", Worth: 8), new(">CHANGE", Worth: 7), new(">SINCE START", Worth: 6), new(">PRIVATE", Worth: 3));
        foreach (var family in families.OrderByDescending(family => family.PssBytes ?? family.RssBytes ?? -1))
            table.AddRow(
                family.Head.Process.Pid.ToString(CultureInfo.InvariantCulture),
                family.Name,
                FamilyWords.Runtime(family),
                FamilyWords.Allocator(family),
                family.Workers.Count.ToString(CultureInfo.InvariantCulture),
                Screen.Size(family.RssBytes),
                Screen.Size(family.PssBytes),
                changes.SinceLast(family),
                changes.SinceFirst(family),
                Screen.Size(family.PrivateBytes));
        return table;
    }

    /// <param name="fits">Otherwise the workers with most memory come first; where all are seen, none changes its place.</param>
    private static FittedTable Members(FamilySnapshot family, PssChanges changes, bool fits)
    {
        var table = new FittedTable(
            new(">PID", Worth: 10), new("ROLE", Worth: 8), new(">RSS", Worth: 1), new(">PSS", Worth: 9), new(">CHANGE", Worth: 7),
            new(">SINCE START", Worth: 6), new(">PRIVATE", Worth: 2), new(">STILL SHARED", Worth: 4), new(">COPIED", Worth: 5), new(">NEW", Worth: 3));
        foreach (var member in family.Members.OrderByDescending(member =>
            fits ? 0 : member == family.Master ? long.MaxValue : member.Memory.PssBytes ?? member.Memory.RssBytes ?? -1))
        {
            var tally = member.Census?.Tally;
            table.AddRow(
                member.Process.Pid.ToString(CultureInfo.InvariantCulture),
                FamilyWords.Role(member, family),
                Screen.Size(member.Memory.RssBytes),
                Screen.Size(member.Memory.PssBytes),
                changes.SinceLast(member),
                changes.SinceFirst(member),
                Screen.Size(member.Memory.PrivateBytes),
                Screen.Size(tally?.InheritedSharedBytes),
                Screen.Size(tally?.CopiedBytes),
                Screen.Size(tally?.NewBytes));
        }
        return table;
    }
}
