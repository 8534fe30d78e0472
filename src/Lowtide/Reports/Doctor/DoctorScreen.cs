using System.Globalization;
using Lowtide.Capture.Sight;
using Lowtide.Writing;

namespace Lowtide.Reports.Doctor;

/// <summary>What <c>lowtide doctor</c> shows a person: what is seen, what is not, and the one line that gives the rest.</summary>
internal static class DoctorScreen
{
    public static void Show(HostSight sight, TextConsole? console = null)
    {
        console ??= Screen.Out;
        Screen.Line($"{Who(sight.UserId)}, Linux {sight.Kernel.Release}: {Answer(sight)}", console);
        Screen.Line("", console);
        var table = Screen.Table("WHAT", "SEEN", "FOR");
        foreach (var each in sight.Sights)
            table.AddRow(What(each.Kind), Amount(each), Use(each.Kind));
        console.Write(table);
        var missing = sight.Sights.Where(each => !each.IsWhole).ToList();
        if (missing.Count > 0)
        {
            Screen.Line("", console);
            Screen.Line("Not seen:", console);
            foreach (var same in missing.GroupBy(each => (each.Why, each.Mend, each.Example)))
                Screen.Item("  ", $"{string.Join(", ", same.Select(each => What(each.Kind)))}: {Reason(same.First())}", console);
        }
        var notes = Notes(sight.Kernel).ToList();
        if (notes.Count > 0)
            Screen.Line("", console);
        foreach (var note in notes)
            Screen.Item("", note, console);
    }

    private static string Who(uint? user) => user switch
    {
        0 => "root",
        { } id => string.Create(CultureInfo.InvariantCulture, $"user {id}"),
        null => "this user",
    };

    private static string Answer(HostSight sight) =>
        sight.IsWhole ? "nothing is missing"
        : sight.UserId == 0 ? "not all is seen, as in a container"
        : "sudo lowtide sees the rest";

    private static string Reason(Visibility sight) => $"{sight.Why}{Such(sight)}{(sight.Mend is null ? "" : $"; {sight.Mend}")}";

    private static string Such(Visibility sight) => sight.Example is { } pid
        ? string.Create(CultureInfo.InvariantCulture, $" ({(sight.All - sight.Seen == 1 ? "" : "such as ")}process {pid})") : "";

    private static string Amount(Visibility sight) => sight switch
    {
        { Kind: SightKind.Processes, IsWhole: false } => $"{sight.Seen}, more are hidden",
        { Kind: SightKind.Processes } => $"{sight.Seen}",
        { OfTheMachine: true } => sight.IsWhole ? "yes" : "no",
        _ => $"{sight.Seen} of {sight.All} processes",
    };

    private static string What(SightKind kind) => kind switch
    {
        SightKind.Processes => "processes",
        SightKind.Pages => "PSS and pages",
        SightKind.Memory => "runtimes and malloc",
        SightKind.SharedWithWhom => "who shares a page",
        SightKind.MergedPages => "pages that KSM merged",
        SightKind.PageFaults => "page faults",
        SightKind.KernelPageFaults => "page faults inside the kernel",
        SightKind.DotnetEvents => "GC events, if .NET",
        _ => kind.ToString(),
    };

    private static string Use(SightKind kind) => kind switch
    {
        SightKind.Processes => "lowtide, ps",
        SightKind.Pages => "ps, explain, record: without it RSS alone",
        SightKind.Memory => "explain: causes and remedies",
        SightKind.SharedWithWhom => "explain: with the master, or among workers",
        SightKind.MergedPages => "explain of servers with KSM on",
        SightKind.PageFaults => "faults, record --faults",
        SightKind.KernelPageFaults => "faults: pages that read(2) and the like touch",
        SightKind.DotnetEvents => "explain --listen, record: pauses and collections",
        _ => "",
    };

    private static IEnumerable<string> Notes(KernelTraits kernel)
    {
        if (kernel.ListsPages == false)
            yield return "This kernel cannot list the pages of a process (PAGEMAP_SCAN, Linux 6.7): looking at one that reserves much takes longer.";
        if (kernel.CountsAreAverages == true)
            yield return "This kernel counts the mappings of a large page as a whole (CONFIG_NO_PAGE_MAPCOUNT): PSS is an average there.";
        if (kernel.CountsAreAverages is null)
            yield return "No file tells how this kernel was built: whether PSS is exact within large pages is not known.";
        if (kernel.FiltersCalls == false)
            yield return "Lowtide runs without a filter of its own system calls (seccomp): this kernel does not permit one.";
    }
}
