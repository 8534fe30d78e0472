using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Malloc;

/// <summary>
/// What an environment asks of glibc for its arenas. GLIBC_TUNABLES wins over the older variable, in either order (elf/dl-tunables.c). What a
/// program sets by mallopt(3) wins over both, and leaves no trace.
/// </summary>
/// <param name="Variable">MALLOC_ARENA_MAX, where that is a number above 0.</param>
/// <param name="Tunable">What GLIBC_TUNABLES gives glibc.malloc.arena_max, which is obeyed instead; null where it gives it nothing.</param>
/// <param name="IsTuned">GLIBC_TUNABLES says anything of arenas: this limit, or how many there may be before it counts.</param>
public sealed record ArenaSetting(long? Variable, string? Tunable, bool IsTuned)
{
    private const string Arenas = "glibc.malloc.arena", Most = "glibc.malloc.arena_max=";

    public static ArenaSetting Of(IReadOnlyDictionary<string, string> environment)
    {
        var tunables = StartSetting.Tunables.In(environment);
        return new ArenaSetting(
            long.TryParse(environment.GetValueOrDefault(StartSetting.ArenaMax.Name), NumberStyles.None, CultureInfo.InvariantCulture, out var most) && most > 0
                ? most : null,
            tunables.LastOrDefault(tunable => tunable.StartsWith(Most, StringComparison.Ordinal))?[Most.Length..],
            tunables.Any(tunable => tunable.StartsWith(Arenas, StringComparison.Ordinal)));
    }
}
