using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Malloc;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Another malloc in place of the C library's, put in front by the loader (ld.so(8), LD_PRELOAD).</summary>
/// <param name="name">As capture names the allocator that serves.</param>
/// <param name="library">As the loader finds it in the system's folders.</param>
/// <param name="package">Debian's, that brings the library.</param>
/// <param name="cost">What it is known to be bad at.</param>
public sealed class PreloadedMalloc(string name, string library, string package, string cost) : IRemedy
{
    public string Id => $"malloc.{name}";

    public string Title => $"{name} serves malloc";

    public string Summary => $"{name} serves malloc in place of the C library (LD_PRELOAD; Debian's {package})";

    public IReadOnlyList<string> Answers => [ThreadArenas.FindingId, FreeKept.FindingId, PreloadNotServing.FindingId];

    public IReadOnlyList<string> Risks =>
    [
        cost,
        "extensions that bring a malloc of their own, or are linked against one, may crash: try it before production does",
        "programs that the server starts get it too; one that is set-user-ID or has file capabilities does not",
    ];

    public LaunchChange Launch => new(new Dictionary<string, string> { [StartSetting.Preload.Name] = library }, Kits: []) { Package = package };

    public PermanentChange Permanent => new([], Launch.Environment) { Package = package };

    public string? Refusal(FamilySnapshot family) => null;

    public string? CannotTell(FamilySnapshot family) => GlibcAlone.CannotTell(family);

    /// <summary>Two of them would both be loaded, and memory of one come to the other's free.</summary>
    public string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        GlibcAlone.Preloaded(environment, besides: name) is { } other ? $"LD_PRELOAD names {other} too; take that out" : null;

    /// <summary>Another allocator keeps other amounts for other reasons: only a trial can tell.</summary>
    public Saving? Predict(Finding finding, Recording recording) => null;

    public bool? TookEffect(Member member) => member.Allocator is { } serves ? serves.Name == name : null;
}
