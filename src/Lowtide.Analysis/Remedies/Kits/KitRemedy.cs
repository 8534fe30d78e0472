using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>A remedy that acts inside a runtime, by the file of its name in the runtime's kit (kits/).</summary>
public abstract class KitRemedy : IRemedy
{
    public abstract string Id { get; }

    public abstract string Title { get; }

    public abstract string Summary { get; }

    public virtual bool IsExperimental => false;

    public virtual bool IsRuntimeDefault => false;

    public abstract IReadOnlyList<string> Answers { get; }

    public virtual bool Helps(Finding finding, Recording recording) => true;

    public virtual IReadOnlyList<string> Includes => [];

    public virtual bool TakesMemory => false;

    public virtual bool IsOfMalloc => Id.StartsWith("malloc.", StringComparison.Ordinal);

    public virtual bool ActsInMaster => false;

    public abstract IReadOnlyList<string> Risks { get; }

    public virtual IReadOnlyList<string> RisksFor(FamilySnapshot family) => Risks;

    public virtual IReadOnlyList<string> RisksIn(FamilySnapshot family) => [];

    /// <summary>In each of which it does the same.</summary>
    protected abstract IReadOnlyList<KitLanguage> Languages { get; }

    /// <summary>Whether it acts by a hook of Python's after the fork, which uWSGI runs only where it is told to (py-call-osafterfork).</summary>
    protected virtual bool NeedsHookOfUwsgi => false;

    /// <summary>uWSGI takes its options from such variables; the value 1 is ignored there.</summary>
    private Dictionary<string, string> Environment =>
        NeedsHookOfUwsgi ? new() { ["UWSGI_PY_CALL_OSAFTERFORK"] = "true" } : [];

    public LaunchChange Launch => new(Environment, [.. Languages.Select(language => language.Kit)]);

    /// <inheritdoc cref="PermanentChange.Code"/>
    protected virtual IReadOnlyList<ServerCode> Code => [];

    public IReadOnlyList<string> KeptIn => [.. Languages.Select(language => language.Kit.Name)];

    public PermanentChange Permanent => Kept(Languages);

    public PermanentChange PermanentIn(string language) => Kept([.. Languages.Where(each => each.Kit.Name == language)]);

    public virtual string? Refusal(FamilySnapshot family) => RuntimeAlone.Refusal(
        family, string.Join(" and ", Languages.Select(language => language.Word)), [.. Languages.Select(language => language.Runtime)]);

    public virtual string? CannotTell(FamilySnapshot family) => RuntimeAlone.CannotTell(family);

    public virtual string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        Languages.Select(language => language.Against(command)).FirstOrDefault(refusal => refusal is not null);

    public abstract Saving? Predict(Finding finding, Recording recording);

    public abstract bool? TookEffect(Member member);

    private PermanentChange Kept(IReadOnlyList<KitLanguage> languages) => new(
        [.. languages.Select(language => language.KeptFile(Id))],
        (languages.Contains(KitLanguage.Python) ? Environment : [])
            .Concat(languages.Select(language => KeyValuePair.Create(language.KeptVariable, language.KeptValue(Id)))).ToDictionary())
    {
        Code = Code,
    };

    /// <summary>
    /// Whether the kit says in the process that it has switched it on. The file to keep says nothing: null there, and where its
    /// environment could not be read.
    /// </summary>
    protected bool? IsNoted(Member member) => member switch
    {
        { Notes: { } notes } => notes.Remedies.Contains(Id),
        { Settings: { } settings } when member.WasAskedFor(Id) == false && !IsKept(settings) => false,
        _ => null,
    };

    /// <summary>Whether a process was started with a file that the user keeps instead of the kit.</summary>
    protected bool IsKept(IReadOnlyDictionary<string, string> settings) => Languages.Any(language => language.IsKept(Id, settings));
}
