using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Malloc;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>malloc_trim(3) in idle moments: whole pages inside free chunks go back to the kernel, of every arena.</summary>
public sealed class TrimIdle : KitRemedy
{
    private static readonly IReadOnlyList<string> Anywhere =
    [
        "what was given back comes again by page faults when it is used next: minor faults after each trim",
        "while it trims, whoever calls malloc waits: longer with more memory; the longest so far is noted and shown here once it is on",
        "idle is guessed by CPU time: a request or job that waits for a database may meet the trim; one that is busy for a minute does",
    ];

    private const string OfWorkers =
        "a worker's first trim puts together small chunks that its master had freed, and the pages that these stand on are copied (glibc up to 2.42)";

    private const string OfRuby = "in Ruby each process has one thread more, which sleeps";

    private const string OfUwsgi =
        "in Python under uWSGI it uses py-call-osafterfork and after_req_hook: code that sets after_req_hook later turns it off";

    public override string Id => "malloc.trim-idle";

    public override string Title => "gives back in idle moments what malloc keeps";

    public override string Summary => "malloc gives back what it keeps free (malloc_trim), in an idle moment after each 16 MiB of growth";

    public override IReadOnlyList<string> Answers => [FreeKept.FindingId];

    public override IReadOnlyList<string> Risks => [.. Anywhere, OfWorkers, OfRuby, OfUwsgi];

    public override IReadOnlyList<string> RisksFor(FamilySnapshot family) =>
    [
        .. Anywhere,
        .. family.Workers.Count > 0 ? [OfWorkers] : Array.Empty<string>(),
        .. family.Runtime?.Name == "cruby" ? [OfRuby] : Array.Empty<string>(),
        .. ServerProgram.Of(family) == ServerProgram.Uwsgi ? [OfUwsgi] : Array.Empty<string>(),
    ];

    public override IReadOnlyList<string> RisksIn(FamilySnapshot family) =>
        family.Members.SelectMany(member => member.Notes?.Trims ?? []).MaxBy(trim => trim.Seconds) is { } longest
            ? [string.Create(CultureInfo.InvariantCulture,
                $"of its trims here the longest took {longest.Seconds * 1000:0.0} ms and gave back {Amount.Bytes(Math.Max(0, longest.Bytes))}")]
            : [];

    protected override IReadOnlyList<KitLanguage> Languages => [KitLanguage.Python, KitLanguage.Ruby];

    protected override bool NeedsHookOfUwsgi => true;

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family)
        ?? GlibcAlone.Refusal(family)
        ?? (family is { Runtime.Name: "cpython", Workers.Count: 0 } ? "in Python it acts in forked workers, and this process has none" : null);

    public override string? CannotTell(FamilySnapshot family) =>
        base.CannotTell(family) ?? (Refusal(family) is null ? GlibcAlone.CannotTell(family) : null);

    public override string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        GlibcAlone.RefusalAtLaunch(environment) ?? base.RefusalAtLaunch(environment, command);

    /// <summary>
    /// A trim now would give back the pages of its own that each process has; what is busy takes them up again, elsewhere in its heap perhaps: a busy
    /// Redmine of which 25 MiB could be trimmed took 3 to 20 MiB more with it (docs/malloc.md). In Python the kit acts in workers alone.
    /// </summary>
    public override Saving? Predict(Finding finding, Recording recording)
    {
        var (acting, where) = recording.Latest is { Runtime.Name: "cruby", Workers.Count: 0 } lone ? (lone.Members, "")
            : recording.Latest.Runtime is { Name: "cruby" } ? (recording.Latest.Members, " in all processes")
            : (recording.Latest.Workers, " in the workers");
        return KeptByMalloc.Of(acting, _ => true) is not { } kept ? null
            : new Saving(-kept.Trimmable, kept.Trimmable)
            {
                RestsOn = $"what a trim would give back{where} now; the next requests or jobs take it up again, and may take as much more",
            };
    }

    /// <summary>The file to keep notes its trims, but not that it is on.</summary>
    public override bool? TookEffect(Member member) => member switch
    {
        { Allocator.Name: not "glibc" } => false,
        { Notes.Trims.Count: > 0 } => true,
        _ => IsNoted(member),
    };
}
