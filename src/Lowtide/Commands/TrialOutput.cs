using Lowtide.Reports.Blocks;
using Lowtide.Reports.Trials;
using Lowtide.Trials.Results;

namespace Lowtide.Commands;

/// <summary>What 'trial' and 'trials FILE' have in common: the formats, what --require asks, and how they end.</summary>
internal static class TrialOutput
{
    public static FormatOption Formats(string document) => new(document, OwnFormat.JUnit, OwnFormat.Sarif);

    /// <exception cref="Failure">A wrong call.</exception>
    public static void MustRequire(string format, IReadOnlyList<Requirement> requirements)
    {
        if (requirements.Count == 0 && (format == OwnFormat.JUnit.Name || format == OwnFormat.Sarif.Name))
            throw Failure.Wrong($"--format {format} tells what became of requirements: name one, such as --require better:pss_bytes");
    }

    /// <param name="file">Where the trial is kept.</param>
    /// <param name="folder">That it was started in.</param>
    public static void Write(
        string format, TrialResult result, IReadOnlyList<Requirement> requirements, string file, string folder, Func<ReportDocument> report, Action json) =>
        FormatOption.Write(
            format, report, json,
            (OwnFormat.JUnit, () => RequirementsJUnit.Text(result, requirements)),
            (OwnFormat.Sarif, () => RequirementsSarif.Text(result, requirements, StandingFile.Uri(result.Plan.Command.Text, folder, file))));

    /// <exception cref="Failure">One does not hold.</exception>
    public static int Status(TrialResult result, IReadOnlyList<Requirement> requirements) =>
        requirements.Select(requirement => requirement.Broken(result)).FirstOrDefault(broken => broken is not null) is { } why ? throw new Failure(why) : 0;
}
