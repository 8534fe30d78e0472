using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>
/// A remedy that is one setting of .NET's collector: a variable, which wins over what the program's files say, and the kit, which notes what the
/// runtime made of it.
/// </summary>
public abstract class DotNetRemedy : IRemedy
{
    private const string Runtime = "dotnet", ForServer = "it is for server garbage collection, and ";

    public abstract string Id { get; }

    public abstract string Title { get; }

    public abstract string Summary { get; }

    public virtual bool IsExperimental => false;

    public IReadOnlyList<string> Answers => [.. Answered.Select(answer => answer.Finding)];

    public abstract IReadOnlyList<string> Risks { get; }

    public virtual IReadOnlyList<string> RisksFor(FamilySnapshot family) => Risks;

    public virtual IReadOnlyList<string> RisksIn(FamilySnapshot family) => [];

    public virtual IReadOnlyList<string> Includes => [];

    private protected abstract IReadOnlyList<Answer> Answered { get; }

    public virtual bool Helps(Finding finding, Recording recording) => recording.DotNet is not { } trace
        || Answered.FirstOrDefault(answer => answer.Finding == finding.Id)?.Where?.Invoke(trace) != false;

    private protected abstract GcSetting Setting { get; }

    public virtual bool IsRuntimeDefault => false;

    public virtual bool TakesMemory => false;

    public virtual bool IsOfMalloc => false;

    public virtual bool ActsInMaster => false;

    /// <summary>Whether workstation collection passes it over.</summary>
    public virtual bool OnlyUnderServer => false;

    /// <summary>As GC.GetConfigurationVariables calls it, and so the kit; null where that leaves it out.</summary>
    public string? Noted => Setting.Noted;

    public LaunchChange Launch => new(new Dictionary<string, string> { [Setting.Variable] = Setting.Hexadecimal }, [Kit.DotNet]);

    public PermanentChange Permanent => new([], Launch.Environment)
    {
        Option = Setting.Option is { } option ? new RuntimeOption(option, Setting.Json, Setting.Property) : null,
    };

    public virtual IReadOnlyList<string> KeptIn => [];

    public virtual PermanentChange PermanentIn(string language) => Permanent;

    public virtual string? Refusal(FamilySnapshot family) => RuntimeAlone.Refusal(family, ".NET", Runtime)
        ?? (IsForItsServer(family) && CollectorKind.IsServer(family) == false ? ForServer + "this family runs the workstation's" : null);

    public string? CannotTell(FamilySnapshot family) => RuntimeAlone.CannotTell(family)
        ?? (HangsOnCollector && family.Runtime?.Name == Runtime && CollectorKind.IsServer(family) is null
            ? NotTold(family.Members.First(member => member.Runtime is { Name: Runtime }).Process.FromTrace) : null);

    private static string NotTold(bool ofTrace) => "whether it runs server or workstation garbage collection "
        + (ofTrace ? "is not known: the trace ends without telling it"
            : "is not known of a process that was started without 'lowtide run --remedy ID -- COMMAND'");

    /// <summary>Of a setting that helps by being larger: false where it is known to be as large already, or larger.</summary>
    private protected bool Raises(Recording recording) => !recording.Latest.Members.Any(member => InForce(member)?.Value >= Setting.Value);

    /// <summary>By the runtime's own word, or as was asked for; null where nothing says it.</summary>
    /// <returns>A value of null is a text that is no number.</returns>
    private (long? Value, bool ByRuntime)? InForce(Member member)
    {
        if (Setting.Noted is { } name && member.Notes?.Settings.GetValueOrDefault(name) is { } said)
            return (GcSetting.Number(said), true);
        if (member.DotNet is { } settings && Setting.Told?.Invoke(settings) is { } told)
            return (told, true);
        return DotNetVariable.Find(member.Settings, Setting.Key) is { } asked ? (CollectorNumber.Of(asked.Value), false) : null;
    }

    /// <summary>Whether it changes anything hangs on which of the two collectors runs.</summary>
    private protected virtual bool HangsOnCollector => OnlyUnderServer;

    private bool IsForItsServer(FamilySnapshot family) => OnlyUnderServer && family.Runtime?.Name == Runtime;

    public virtual string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        OnlyUnderServer && CollectorKind.SwitchedOff(environment) is { } variable
            ? $"{ForServer}{variable} asks for the workstation's"
            : null;

    /// <summary>Where no variable says it, the program's own file does.</summary>
    /// <param name="startsWithServer">Null where it is not known; asked only where it matters, for it reads files.</param>
    public string? RefusalByFile(Func<bool?> startsWithServer) => OnlyUnderServer && startsWithServer() == false
        ? ForServer + "by its runtimeconfig.json this program starts with the workstation's; add dotnet.server-gc, or leave the remedy out"
        : null;

    /// <summary>What a setting of the collector does to memory and pauses hangs on what the program allocates: only a trial can tell.</summary>
    public Saving? Predict(Finding finding, Recording recording) => null;

    /// <summary>
    /// What the runtime itself said, where the kit asked it or it was listened to. Without that a variable tells what was asked for and not what came
    /// of it: null; false only where it asks for something else.
    /// </summary>
    public bool? TookEffect(Member member) =>
        OnlyUnderServer && CollectorKind.IsServer(member) == false ? false
        : InForce(member) is not var (value, byRuntime) ? null
        : value != Setting.Value ? false
        : byRuntime ? true : null;
}
