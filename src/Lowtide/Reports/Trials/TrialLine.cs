using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Trials.Metrics;

namespace Lowtide.Reports.Trials;

/// <summary>Command lines that a diagnosis leads to, to be pasted into a shell.</summary>
internal static class TrialLine
{
    /// <summary>Stands for how a server is started where it does not show.</summary>
    public const string UnknownStart = PreloadingCommand.Hidden;

    /// <summary>For whoever reads the words beside it.</summary>
    public static string Of(SuggestedTrial trial, Diagnosis diagnosis) => Of(trial, diagnosis, "--ready URL --load LOAD");

    /// <param name="load">The options that say when it is ready and what loads it.</param>
    public static string Of(SuggestedTrial trial, Diagnosis diagnosis, string load) =>
        $"lowtide trial {Options(trial)} {(trial.OfPauses ? $"--primary {TrialMetrics.LatencyP99} " : "")}{load} -- {Start(diagnosis)}";

    /// <summary>The server with one remedy more.</summary>
    public static string Run(IRemedy remedy, Diagnosis diagnosis) =>
        $"lowtide run {string.Concat(diagnosis.AskedFor.Append(remedy.Id).Select(id => $"--remedy {id} "))}-- {Start(diagnosis)}";

    public static string Options(SuggestedTrial trial) => trial.Arms is [{ Remedies: [var only], Command: null }]
        ? $"--remedy {only}" : string.Join(' ', trial.Arms.Select(arm => $"--arm {ShellWord.Of(Text(arm))}"));

    private static string Text(SuggestedArm arm) =>
        $"{arm.Name}={string.Join(',', arm.Command is { } command ? [.. arm.Remedies, $"command:{command}"] : arm.Remedies)}";

    private static string Start(Diagnosis diagnosis) => diagnosis.Start ?? UnknownStart;
}
