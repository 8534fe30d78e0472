using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CRuby, by the kit's file of its name (kits/ruby/lib/lowtide_kit/remedies).</summary>
public abstract class RubyRemedy : IRemedy
{
    public abstract string Id { get; }

    public abstract string Summary { get; }

    public abstract IReadOnlyList<string> Answers { get; }

    public abstract IReadOnlyList<string> Risks { get; }

    /// <summary>The first Ruby that it acts in.</summary>
    protected virtual Version Since => new(3, 1);

    private string Name => Id[(Id.IndexOf('.') + 1)..];

    private string KeptFile => $"/etc/{Name}/{Name}.rb";

    public LaunchChange Launch => new(new Dictionary<string, string>(), Kit.Ruby);

    public PermanentChange Permanent =>
        new([new FileToKeep(KeptFile, KeptRuby.Of(Id))], new Dictionary<string, string> { ["RUBYOPT"] = $"-r{KeptFile}" });

    public string? Refusal(FamilySnapshot family) => family.Runtime switch
    {
        { Name: "cruby", Version: { } version } => Version.TryParse(version, out var number) && number < Since
            ? $"it is for Ruby {Since} and later, and this is {version}" : null,
        _ => CannotTell(family) is null ? "it is for Ruby, and this family runs none that Lowtide knows" : null,
    };

    public string? CannotTell(FamilySnapshot family) =>
        family.Runtime is null && !family.ProgramRead ? "which runtime it runs could not be read" : null;

    public string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        command.Skip(1).TakeWhile(word => word.StartsWith('-')).Any(word => word is "--disable-gems" or "--disable=gems" or "--disable-all" or "--disable=all")
            ? $"{command[0]} without RubyGems does not load the file by which it comes in"
            : null;

    /// <summary>How many pages free slots and later objects would come to lie on, no count of them tells.</summary>
    public Saving? Predict(Finding finding, Recording recording) => null;

    /// <summary>Whether the kit says in the process, or its master's notes say, that it was done; the file to keep says nothing.</summary>
    public bool? TookEffect(Member member) => member switch
    {
        { Notes: { } notes } when notes.Remedies.Contains(Id) => true,
        _ when member.WasAskedFor(Id) == true => member.Notes is { Refused: { } refused } && refused.Contains(Id) ? false : null,
        { Settings: { } settings } => settings.GetValueOrDefault("RUBYOPT", "").Contains(KeptFile, StringComparison.Ordinal) ? null : false,
        _ => null,
    };
}
