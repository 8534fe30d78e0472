using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>One change that can be applied when a server is launched.</summary>
public interface IRemedy
{
    string Id { get; }

    /// <summary>What it does in at most <see cref="LongestTitle"/> letters, for lists.</summary>
    string Title { get; }

    /// <summary>A list has it beside the id, on 100 columns.</summary>
    const int LongestTitle = 58;

    /// <summary>In a sentence, with what is set to which value.</summary>
    string Summary { get; }

    /// <summary>Whether it is only for those who ask for experiments (--experimental).</summary>
    bool IsExperimental => false;

    /// <summary>Whether runtimes have it so by themselves, all or on some machines: that it is on is not worth a word where nobody asked for it.</summary>
    bool IsRuntimeDefault => false;

    /// <summary>Ids of the findings that this remedy answers; findings know nothing of remedies.</summary>
    IReadOnlyList<string> Answers { get; }

    /// <summary>Whether it can do anything about a finding that it answers, by what that rests on.</summary>
    bool Helps(Finding finding, Recording recording) => true;

    /// <summary>Ids of remedies whose effect is a part of this one's: nobody needs both.</summary>
    IReadOnlyList<string> Includes => [];

    /// <summary>Whether it may take more memory than is taken now: not to be offered where memory is limited, or short.</summary>
    bool TakesMemory => false;

    /// <summary>It changes what malloc does with freed memory and nothing else: what is alive grows on with it.</summary>
    bool IsOfMalloc => Id.StartsWith("malloc.", StringComparison.Ordinal);

    /// <summary>Whether the master shows that it is on; else every process that serves does.</summary>
    bool ActsInMaster => false;

    IReadOnlyList<string> Risks { get; }

    /// <summary>Those of its risks that a family like this can meet.</summary>
    IReadOnlyList<string> RisksFor(FamilySnapshot family) => Risks;

    /// <summary>What of this family its risks come to, as far as that was looked for.</summary>
    IReadOnlyList<string> RisksIn(FamilySnapshot family) => [];

    LaunchChange Launch { get; }

    /// <summary>For every language that it acts in.</summary>
    PermanentChange Permanent { get; }

    /// <summary>The languages ("ruby") in each of which it is kept by a file of its own; none where a variable is all.</summary>
    IReadOnlyList<string> KeptIn => [];

    /// <summary>For a server in one of these.</summary>
    PermanentChange PermanentIn(string language) => Permanent;

    /// <summary>Why it cannot apply to this family; null if it can, or if that cannot be told.</summary>
    string? Refusal(FamilySnapshot family);

    /// <summary>What it hangs on and could not be read of this family; null where all was.</summary>
    string? CannotTell(FamilySnapshot family) => null;

    /// <summary>
    /// Why it would surely have no effect on this command in this environment; null if it may have one. Told before
    /// the server is started, so only what the two show for certain counts.
    /// </summary>
    string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) => null;

    /// <summary>The change of the family's summed PSS to expect for a finding that it answers; null if it cannot be said.</summary>
    Saving? Predict(Finding finding, Recording recording);

    /// <summary>Whether it is really on, read from the running process; null where that could not be read.</summary>
    bool? TookEffect(Member member);
}
