using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>A limit of arenas is set for glibc and does not hold: another one wins, or another allocator serves.</summary>
public sealed class ArenaMaxIgnored : IFindingRule
{
    public const string FindingId = "malloc.arena-max-ignored";

    public string Id => FindingId;

    public string Title => "the limit of malloc arenas does not hold";

    public Examination Examine(Recording recording)
    {
        var members = recording.Latest.Members.Where(member => member.HeapsOf is null).ToList();
        foreach (var member in members)
        {
            if (member is not { Settings: { } settings, Allocator: { } allocator } || ArenaSetting.Of(settings) is not { Variable: { } limit } asked)
                continue;
            if (allocator.Name != "glibc")
                return Found(limit, new Evidence("other_allocator", 1, $"{allocator.Name} serves, which does not know the limit"));
            if (allocator.ThreadArenas + 1 is { } arenas && arenas > limit)
                return Found(limit, new Evidence("arenas", arenas, $"process {member.Process.Pid} has {arenas} arenas: "
                    + (asked.Tunable is { } tuned
                        ? $"GLIBC_TUNABLES sets glibc.malloc.arena_max={tuned}, which wins"
                        : "the program sets a limit itself (mallopt), or had more rights than its caller (set-uid)")));
        }
        return Examination.Nothing;
    }

    private Examination Found(long limit, Evidence why) =>
        Examination.Found(new Finding(Id, $"{StartSetting.ArenaMax.Name}={limit} is set and does not hold.", null, null, [why]));
}
