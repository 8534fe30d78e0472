using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>A limit of arenas is set for glibc and does not hold: another one wins, or another allocator serves.</summary>
public sealed class ArenaMaxIgnored : IFindingRule
{
    private const string Variable = "MALLOC_ARENA_MAX", Tunable = "glibc.malloc.arena_max=";

    public string Id => "malloc.arena-max-ignored";

    public Examination Examine(Recording recording)
    {
        var members = recording.Latest.Members.ToList();
        foreach (var member in members)
        {
            if (Limit(member) is not { } limit || member.Allocator is not { } allocator)
                continue;
            if (allocator.Name != "glibc")
                return Found(limit, new Evidence("other_allocator", 1, $"{allocator.Name} serves, which does not know the limit"));
            if (allocator.ThreadArenas + 1 is { } arenas && arenas > limit)
                return Found(limit, new Evidence("arenas", arenas, $"process {member.Process.Pid} has {arenas} arenas: "
                    + (Tuned(member) is { } tuned
                        ? $"GLIBC_TUNABLES sets {Tunable}{tuned}, which wins"
                            : "the program sets a limit itself (mallopt), or had more rights than its caller (set-uid)")));
        }
        return Examination.Nothing;
    }

    private Examination Found(long limit, Evidence why) =>
        Examination.Found(new Finding(Id, $"{Variable}={limit} is set and does not hold.", null, null, [why]));

    private static long? Limit(Member member) =>
        long.TryParse(member.Settings?.GetValueOrDefault(Variable), NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit > 0 ? limit : null;

    private static string? Tuned(Member member) => member.Settings?.GetValueOrDefault("GLIBC_TUNABLES")?
        .Split(':').LastOrDefault(tunable => tunable.StartsWith(Tunable, StringComparison.Ordinal))?[Tunable.Length..];
}
