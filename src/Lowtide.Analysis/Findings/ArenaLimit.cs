using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>How many arenas glibc's malloc makes at most, the main one too (arena_get2, malloc/arena.c).</summary>
/// <param name="BySetting">MALLOC_ARENA_MAX says so.</param>
public sealed record ArenaLimit(int Arenas, bool BySetting)
{
    private const int ACpu = 8;

    /// <summary>GLIBC_TUNABLES may say otherwise, and so may mallopt(3), which leaves no trace.</summary>
    /// <returns>Null where the environment could not be read, or has tunables of malloc.</returns>
    public static ArenaLimit? Of(Member member, Host host)
    {
        if (member.Settings is not { } settings || settings.GetValueOrDefault("GLIBC_TUNABLES", "").Contains("glibc.malloc.arena"))
            return null;
        return int.TryParse(settings.GetValueOrDefault("MALLOC_ARENA_MAX", ""), NumberStyles.None, CultureInfo.InvariantCulture, out var most) && most > 0
            ? new ArenaLimit(most, BySetting: true)
            : new ArenaLimit(ACpu * host.Cpus, BySetting: false);
    }

    public override string ToString() => BySetting ? $"{Arenas} (MALLOC_ARENA_MAX)" : $"{Arenas} (8 for each CPU)";
}
