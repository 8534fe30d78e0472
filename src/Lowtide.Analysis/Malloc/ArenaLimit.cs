using Lowtide.Recordings;

namespace Lowtide.Analysis.Malloc;

/// <summary>
/// How many arenas glibc's malloc makes at most, the main one too (arena_get2, malloc/arena.c). From 2.35 to 2.38 it counts only the processors
/// that the process may use (sourceware.org/bugzilla, 30945): then there are fewer.
/// </summary>
/// <param name="BySetting">MALLOC_ARENA_MAX says so.</param>
public sealed record ArenaLimit(long Arenas, bool BySetting)
{
    private const int ACpu = 8;

    /// <returns>Null where the environment could not be read, or GLIBC_TUNABLES says anything of arenas.</returns>
    public static ArenaLimit? Of(Member member, Host host)
    {
        return member.Settings is null ? null : ArenaSetting.Of(member.Settings) switch
        {
            { IsTuned: true } => null,
            { Variable: { } most } => new ArenaLimit(most, BySetting: true),
            _ => new ArenaLimit(ACpu * host.Cpus, BySetting: false),
        };
    }

    public override string ToString() => BySetting ? $"{Arenas} (MALLOC_ARENA_MAX)" : $"{Arenas} (8 for each CPU)";
}
