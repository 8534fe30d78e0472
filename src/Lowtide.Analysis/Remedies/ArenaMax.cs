using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Caps the arenas of glibc's malloc; by default it makes up to eight a CPU (mallopt(3), M_ARENA_MAX).</summary>
/// <param name="most">Arenas in all, the main one too.</param>
public sealed class ArenaMax(int most) : IRemedy
{
    private readonly string _most = most.ToString(CultureInfo.InvariantCulture);

    public string Id => $"malloc.arena-max-{_most}";

    public string Title => $"at most {Amount.Count(most, "malloc arena")}";

    public string Summary => most == 1
        ? "MALLOC_ARENA_MAX=1: all threads share one malloc arena instead of up to 8 a CPU"
        : $"MALLOC_ARENA_MAX={_most}: threads share {_most} malloc arenas instead of up to 8 a CPU";

    public IReadOnlyList<string> Answers => [ThreadArenas.FindingId];

    public IReadOnlyList<string> Risks =>
    [
        "threads that allocate at the same time wait for each other: response time may rise",
        "no effect under another allocator than glibc's",
    ];

    public LaunchChange Launch => new(new Dictionary<string, string> { [StartSetting.ArenaMax.Name] = _most }, Kits: []);

    public PermanentChange Permanent => new([], Launch.Environment);

    public string? Refusal(FamilySnapshot family) => GlibcAlone.Refusal(family);

    public string? CannotTell(FamilySnapshot family) => GlibcAlone.CannotTell(family);

    /// <summary>At most what is free in thread arenas, or where that could not be told all that lies there: what is alive stays.</summary>
    public Saving? Predict(Finding finding, Recording recording)
    {
        // A process that has no more arenas than that loses none.
        var beyond = recording.Latest.Members.Where(member => member.Allocator?.ThreadArenas >= most).ToList();
        return KeptByMalloc.Of(beyond, arena => !arena.Main) is { Whole: true } kept
            ? new Saving(0, kept.Bytes) { RestsOn = "all that is free in thread arenas; how much of it the arenas left would need as well is not known" }
            : new Saving(0, beyond.Sum(member => member.Allocator!.ThreadArenaBytes ?? 0))
            {
                RestsOn = "all that lies in thread arenas; how much of it is free could not be told of all",
            };
    }

    public string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        GlibcAlone.RefusalAtLaunch(environment) ?? (ArenaSetting.Of(environment).Tunable is null ? null
            : "GLIBC_TUNABLES sets glibc.malloc.arena_max, which glibc obeys instead; take that out, or set it there");

    public bool? TookEffect(Member member) => member switch
    {
        { Allocator.Name: not "glibc" } => false,
        { Settings: null } or { Allocator: null } => null,
        _ => ArenaSetting.Of(member.Settings) switch
        {
            { Variable: var variable, Tunable: var tunable } when variable != most || (tunable is not null && tunable != _most) => false,
            _ => member.Allocator.ThreadArenas is { } arenas ? arenas < most : null,
        },
    };
}
