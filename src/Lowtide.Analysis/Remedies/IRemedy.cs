using System.Text.Json.Serialization;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>One change that can be applied when a server is launched.</summary>
public interface IRemedy
{
    string Id { get; }

    /// <summary>One line for the catalogue.</summary>
    string Summary { get; }

    /// <summary>Whether it is only for those who ask for experiments (--experimental).</summary>
    bool IsExperimental => false;

    /// <summary>Whether it is what a runtime usually does by itself: not worth a word where nobody asked for it.</summary>
    bool IsUsual => false;

    /// <summary>Ids of the findings that this remedy answers; findings know nothing of remedies.</summary>
    IReadOnlyList<string> Answers { get; }

    /// <summary>Ids of remedies whose effect is a part of this one's: nobody needs both.</summary>
    IReadOnlyList<string> Includes => [];

    IReadOnlyList<string> Risks { get; }

    /// <summary>What of this family its risks come to, as far as that was looked for.</summary>
    IReadOnlyList<string> RisksIn(FamilySnapshot family) => [];

    LaunchChange Launch { get; }

    PermanentChange Permanent { get; }

    /// <summary>Why it cannot apply to this family; null if it can, or if that cannot be told.</summary>
    string? Refusal(FamilySnapshot family);

    /// <summary>What it hangs on and could not be read of this family; null where all was.</summary>
    string? CannotTell(FamilySnapshot family) => null;

    /// <summary>
    /// Why it would surely have no effect on this command in this environment; null if it may have one. Told before
    /// the server is started, so only what the two show for certain counts.
    /// </summary>
    string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) => null;

    /// <summary>The drop in the family's summed PSS to expect for a finding that it answers; null if it cannot be said.</summary>
    Saving? Predict(Finding finding, Recording recording);

    /// <summary>Whether it is really on, read from the running process; null where that could not be read.</summary>
    bool? TookEffect(Member member);
}

/// <param name="LowBytes">At least 0: a prediction of harm is no remedy.</param>
public sealed record Saving(long LowBytes, long HighBytes)
{
    /// <summary>What the interval is made of; null where the finding's evidence says it.</summary>
    [JsonIgnore]
    public string? RestsOn { get; init; }
}

/// <summary>What the launcher changes: environment variables, and kits that run inside the target.</summary>
/// <param name="Environment">LD_PRELOAD: one library, which comes in front of those that are there.</param>
/// <param name="Kits">One for each language that it acts in: which of them the command is of, only its start shows.</param>
/// <param name="MergePages">Whether the kernel may merge equal pages of the command and of all that it forks (prctl(2), PR_SET_MEMORY_MERGE).</param>
public sealed record LaunchChange(IReadOnlyDictionary<string, string> Environment, IReadOnlyList<Kit> Kits, bool MergePages = false)
{
    /// <summary>Debian's, that brings the library of LD_PRELOAD; null where there is none.</summary>
    public string? Package { get; init; }
}

/// <summary>What runs inside a target; it learns from LOWTIDE_REMEDIES which remedies to apply.</summary>
/// <param name="Name">Of its folder under kits/.</param>
/// <param name="Variable">A list of folders or files, with colons, in which its language looks, or which it runs, as it starts.</param>
/// <param name="Start">What of it is put first there; empty for its own folder.</param>
public sealed record Kit(string Name, string Variable, string Start)
{
    public static readonly Kit Python = new("python", "PYTHONPATH", "");

    public static readonly Kit Ruby = new("ruby", "RUBYLIB", "start");

    /// <summary>A startup hook. It switches nothing on: it notes what the collector is set to.</summary>
    public static readonly Kit DotNet = new("dotnet", "DOTNET_STARTUP_HOOKS", "Lowtide.StartupHook.dll");
}

/// <summary>The same change without Lowtide: files that the user keeps, and environment variables.</summary>
public sealed record PermanentChange(
    IReadOnlyList<FileToKeep> Files,
    IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>A program, of <see cref="Files"/>, that the command is to be started by; null for none.</summary>
    public string? StartedBy { get; init; }

    /// <summary>The setting of .NET by which a program's own files say the same; null where there is none.</summary>
    public RuntimeOption? Option { get; init; }
}

/// <param name="Name">In runtimeconfig.json: "System.GC.Server".</param>
/// <param name="Value">As JSON writes it.</param>
/// <param name="Property">Of the project file; null where MSBuild has none for it.</param>
public sealed record RuntimeOption(string Name, string Value, string? Property);

public sealed record FileToKeep(string Path, string Content)
{
    public bool IsProgram => Content.StartsWith("#!", StringComparison.Ordinal);
}
