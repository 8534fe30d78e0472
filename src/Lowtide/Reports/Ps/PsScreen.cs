using Lowtide.Analysis.Agreement;
using Lowtide.Analysis.Malloc;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Ps;

/// <summary>What <c>lowtide ps</c> shows a person.</summary>
internal static class PsScreen
{
    /// <summary>Ports and folders by which servers of one name differ stand within it.</summary>
    private const int LongestCommand = 30, LongestName = 18;

    public static void ShowAll(PsSnapshot look, TextConsole? console = null)
    {
        var (families, others) = (look.Families, look.Others);
        if (families.Count > 0)
        {
            var table = Screen.Table(
                ">PID", "NAME", new("RUNTIME", 6), new("ALLOCATOR", 0), new(">WORKERS", 7), new(">RSS", 3), new(">PSS", 8), new(">PRIVATE", 1),
                new("REMEDIES ON", 4), new("STARTED AS", 5));
            foreach (var family in families.OrderByDescending(family => family.PssBytes ?? family.RssBytes ?? 0))
                table.AddRow(
                    family.Head.Process.Pid.ToString(),
                    Screen.Short(family.Name, LongestName),
                    FamilyWords.Runtime(family),
                    FamilyWords.Allocator(family),
                    family.Workers.Count.ToString(),
                    Screen.Size(family.RssBytes),
                    Screen.Size(family.PssBytes),
                    Screen.Size(family.PrivateBytes),
                    Remedies(family),
                    look.Copies.Contains(family.Head.Process.Pid) ? $"the kit's copy of {family.Head.Process.ParentPid}"
                        : Screen.Short(family.Head.Process.CommandLine, LongestCommand));
            (console ?? Screen.Out).Write(table);
        }
        if (others > 0)
            Screen.Line($"{others} other families, no servers as far as Lowtide knows (--all shows them)", console);
        if (families.Count == 0 && others == 0)
            Screen.Line("no processes to show", console);
        Screen.CouldNotRead(look.CouldNotRead, console);
    }

    public static void ShowOne(FamilySnapshot family, IReadOnlyList<Unreadable> couldNotRead, TextConsole? console = null)
    {
        (console ?? Screen.Out).WriteLine(Styled.Bold(Screen.Short(family.Name, LongestName))
            + string.Concat(FamilyWords.Known(family).Select((known, index) => $"{(index == 0 ? " " : ", ")}{known}"))
            + (Remedies(family) is { Length: > 0 } remedies ? $"; remedies on: {remedies}" : ""));
        foreach (var said in AgreementWords.Careful(Agreements.Of(family, trace: null)))
            Screen.Line(said, console);
        if (FamilyWords.Cgroup(family.Cgroup) is { } cgroup)
            Screen.Line(cgroup, console);
        if (FamilyWords.Arenas(family) is { } arenas)
            Screen.Line(arenas, console);
        // Who forked nobody has inherited nothing either.
        var forks = family.Workers.Count > 0;
        FittedColumn[] sinceFork = forks
            ? [new(">INHERITED", 5), new(">STILL SHARED", 6), new(">COPIED", 7), new(">NEW", 4), new(">NEW OR COPIED", 1)] : [];
        var table = Screen.Table(
            [">PID", "ROLE", new(">RSS", 2), new(">PSS", 8), new(">PRIVATE", 3), .. sinceFork, new(">FREE IN MALLOC", 0)]);
        foreach (var member in family.Members.Concat(family.Keeper is { } keeper ? [keeper] : []))
            table.AddRow([
                Pid(member.Process),
                FamilyWords.Role(member, family),
                Screen.Size(member.Memory.RssBytes),
                Screen.Size(member.Memory.PssBytes),
                Screen.Size(member.Memory.PrivateBytes),
                .. forks ? SinceFork(member.Census?.Tally) : [],
                Screen.Size(KeptByMalloc.Of([member], _ => true)?.Bytes),
            ]);
        (console ?? Screen.Out).Write(table);
        Screen.CouldNotRead(couldNotRead, console);
    }

    private static string[] SinceFork(PageTally? tally) =>
    [
        Screen.Size(tally?.InheritedBytes), Screen.Size(tally?.InheritedSharedBytes), Screen.Size(tally?.CopiedBytes),
        Screen.Size(tally?.NewBytes), Screen.Size(tally?.UndecidedBytes),
    ];

    private static string Remedies(FamilySnapshot family) => string.Join(", ", RemediesInEffect.Of(family)
        .Where(entry => entry.PartOf is null)
        .Select(entry => entry.TookEffect == true ? entry.Id : $"{entry.Id} (asked for, {(entry.TookEffect is null ? "not known" : "not on")})"));

    private static string Pid(ProcessFacts process) =>
        process.NamespacePid is { } inner ? $"{process.Pid} ({inner} inside)" : process.Pid.ToString();
}
