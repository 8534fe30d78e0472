using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Trials.Metrics;

namespace Lowtide.Reports.Words;

/// <summary>Command lines that a diagnosis leads to, to be pasted into a shell.</summary>
internal static class TrialLine
{
    /// <summary>Stands for how a server is started where it does not show.</summary>
    public const string UnknownStart = PreloadingCommand.Hidden;

    /// <summary>In the place of a load that nobody here knows: a minute at a rate that the server is found to hold.</summary>
    public const string SomeLoad = "lowtide load --rate {rate} -d 60s {url}";

    public static string Of(SuggestedTrial trial, Diagnosis diagnosis) => Of(
        trial, diagnosis,
        TakesJobs(diagnosis.Family) ? "--ready-command READY --load LOAD"
            : $"--ready {ShellWord.Of(ServerAddress.Of(diagnosis.Family)?.Url ?? "URL")} --load '{SomeLoad}'");

    /// <summary>It has no address that would answer.</summary>
    public static bool TakesJobs(FamilySnapshot family) => ServerProgram.Of(family) == ServerProgram.Celery || family.Name == "sidekiq";

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
