using Lowtide.Capture.Sight;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Doctor;

/// <summary>What 'lowtide doctor --json' prints: what this user can see on this kernel. Null is "not known".</summary>
/// <param name="UserId">The effective user that Lowtide runs as.</param>
internal sealed record DoctorDocument(string Schema, long? UserId, IReadOnlyList<SightEntry> Sees, KernelEntry Kernel)
{
    public const string Name = "lowtide/doctor/1";

    public static DoctorDocument Of(HostSight sight) =>
        new(Name, sight.UserId, [.. sight.Sights.Select(SightEntry.Of)], KernelEntry.Of(sight.Kernel));
}

/// <param name="Seen">Of how many processes; 0 or 1 for what is of the whole machine.</param>
/// <param name="All">1 for what is of the whole machine.</param>
/// <param name="Why">Why not all is seen; null where it is.</param>
/// <param name="Mend">What would give the rest; null where nothing would, or nothing is missing.</param>
/// <param name="Example">The pid of a process of which it is not seen; null where all are, or it is of the whole machine.</param>
internal sealed record SightEntry([Words(typeof(SightKind))] string What, int Seen, int All, string? Why, string? Mend, [AtLeast(1)] int? Example)
{
    public static SightEntry Of(Visibility sight) => new(JsonWord.Of(sight.Kind), sight.Seen, sight.All, sight.Why, sight.Mend, sight.Example);
}

/// <param name="Release">As uname has it.</param>
/// <param name="ListsPages">Whether it has PAGEMAP_SCAN (Linux 6.7): what a process reserves costs nothing.</param>
/// <param name="CountsAreAverages">CONFIG_NO_PAGE_MAPCOUNT: PSS and what is mapped once are averages within large pages.</param>
/// <param name="HidesProcesses">The mount option of /proc that hides processes from this user; null where none does.</param>
/// <param name="FiltersCalls">Whether this very process runs under a filter of system calls.</param>
internal sealed record KernelEntry(string Release, bool? ListsPages, bool? CountsAreAverages, string? HidesProcesses, bool? FiltersCalls)
{
    public static KernelEntry Of(KernelTraits kernel) =>
        new(kernel.Release, kernel.ListsPages, kernel.CountsAreAverages, kernel.HidesProcesses, kernel.FiltersCalls);
}
