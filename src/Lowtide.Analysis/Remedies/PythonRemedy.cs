using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CPython, by the kit's file of its name (kits/python/lowtide_kit/remedies).</summary>
public abstract class PythonRemedy : IRemedy
{
    public abstract string Id { get; }

    public abstract string Summary { get; }

    public virtual bool IsExperimental => false;

    public abstract IReadOnlyList<string> Answers { get; }

    public virtual IReadOnlyList<string> Includes => [];

    public abstract IReadOnlyList<string> Risks { get; }

    public virtual IReadOnlyList<string> RisksIn(FamilySnapshot family) => [];

    /// <summary>What it sets beside bringing in the kit.</summary>
    protected virtual IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>();

    private string Name => Id[(Id.IndexOf('.') + 1)..];

    private string KeptFolder => $"/etc/{Name}";

    public LaunchChange Launch => new(Environment, Kit.Python);

    public PermanentChange Permanent
    {
        get
        {
            return new(
                [new FileToKeep($"{KeptFolder}/sitecustomize.py", KeptSitecustomize.Of(Name))],
                new Dictionary<string, string>(Environment) { ["PYTHONPATH"] = KeptFolder });
        }
    }

    public virtual string? Refusal(FamilySnapshot family) =>
        family.Runtime is { Name: "cpython" } || CannotTell(family) is not null
            ? null
            : "it is for CPython, and this family runs none that Lowtide knows";

    public string? CannotTell(FamilySnapshot family) =>
        family.Runtime is null && !family.ProgramRead ? "which runtime it runs could not be read" : null;

    public virtual string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        PythonCommandLine.OptionAgainstKit(command) is { } option
            ? $"{command[0]} -{option} does not read PYTHONPATH and sitecustomize, by which it comes in"
            : null;

    public abstract Saving? Predict(Finding finding, Recording recording);

    /// <summary>What stays shared where no collection comes to inherited pages: the collector's share, less what reads would have copied.</summary>
    protected static Saving WithoutCollections(Recording recording)
    {
        var share = CollectorShare.Of(recording.Latest);
        return new Saving(share.LowBytes, share.HighBytes);
    }

    public abstract bool? TookEffect(Member member);

    /// <summary>
    /// Whether the kit says in the process that it has switched it on. The file to keep says nothing: null there, and where its
    /// environment could not be read.
    /// </summary>
    protected bool? IsNoted(Member member) => member switch
    {
        { Notes: { } notes } => notes.Remedies.Contains(Id),
        { Settings: { } settings } when member.WasAskedFor(Id) == false
            && !settings.GetValueOrDefault("PYTHONPATH", "").Split(':').Contains(KeptFolder) => false,
        _ => null,
    };
}
