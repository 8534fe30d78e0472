using Lowtide.Capture.Sight;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What root sees on a machine of its own, and what a user sees on an old kernel.</summary>
internal static class MadeSights
{
    public static readonly HostSight OfRoot = new()
    {
        UserId = 0,
        Sights = [.. Enum.GetValues<SightKind>().Select(kind => new Visibility(kind, 1, 1) { OfTheMachine = IsOfTheMachine(kind) })],
        Kernel = new KernelTraits("6.18.5", true, false, null, true),
    };

    public static readonly HostSight OfAUser = new()
    {
        UserId = 1000,
        Sights =
        [
            new(SightKind.Processes, 12, 13, "/proc is mounted with hidepid=2: nothing shows how many others there are", "run Lowtide as root (sudo lowtide)"),
            new(SightKind.Pages, 3, 12, "the kernel shows page tables to who may trace the process", "run Lowtide as root (sudo lowtide)") { Example = 4711 },
            new(SightKind.Memory, 11, 12, "reading another process's memory is not permitted", null) { Example = 4711 },
            new(SightKind.SharedWithWhom, 0, 1, "the kernel shows page frame numbers to CAP_SYS_ADMIN alone", "run Lowtide as root (sudo lowtide)")
            {
                OfTheMachine = true,
            },
            new(SightKind.MergedPages, 1, 1) { OfTheMachine = true },
            new(SightKind.PageFaults, 12, 12),
        ],
        Kernel = new KernelTraits("6.1.0-28-amd64", false, null, "hidepid=2", false),
    };

    private static bool IsOfTheMachine(SightKind kind) => kind is SightKind.SharedWithWhom or SightKind.MergedPages or SightKind.KernelPageFaults;
}
