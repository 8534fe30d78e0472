using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>Whom the kernel killed for memory, of a stretch of a history.</summary>
internal sealed class KillsSection : IReportSection
{
    private const int MostRows = 50;

    public ReportSection? Of(ReportMaterial material)
    {
        var killed = material.Recordings.Where(recorded => recorded.Diagnosis.Kills is { Count: > 0 }).ToList();
        return killed.Count == 0 ? null : new ReportSection(
            "kills", "Killed for memory",
            "Whom the kernel killed as memory ran out, newest first: what each held of its own when it was last read, what the kernel says was resident at the "
                + "end, how its own memory went before, and what explained the server's memory at the look before.",
            [.. killed.Select(Table)]);
    }

    private static TableBlock Table(RecordedFamily recorded)
    {
        var kills = recorded.Diagnosis.Kills!;
        var shown = kills.Take(MostRows).ToList();
        var (named, all) = (KillWords.Count(shown), KillWords.Count(kills));
        return TableBlock.Of(
            $"{recorded.Prefix}{(named < all ? $"the last {named:N0} of {all:N0}" : $"{all:N0}")} that the kernel killed",
            ["when (UTC)", "who", ">pid", ">of its own", ">resident", "before", "cause"],
            shown.Select(IReadOnlyList<string> (kill) =>
            [
                KillWords.At(kill), KillWords.Who(kill) + KillWords.Others(kill, " and "), kill.Slot is null ? "-" : $"{kill.Pid}",
                Screen.Size(kill.Memory?.PrivateBytes), Screen.Size(kill.ResidentBytes), KillWords.Growth(kill), KillWords.Title(kill.Cause),
            ]));
    }
}
