using System.Globalization;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Past;
using Lowtide.Trials.Ready;
using Lowtide.Writing;

namespace Lowtide.Reports.Report.Sections;

/// <summary>How to have all this again: commands, seed, versions, machine.</summary>
internal sealed class ReproduceSection : IReportSection
{
    public ReportSection? Of(ReportMaterial material) => new(
        "reproduce", "How to reproduce this",
        "The commands, the seed that drew the order of the runs, and the versions and machines that it was had on.",
        [
            .. material.Trials.SelectMany(Blocks),
            .. material.Recordings.Select(each => each.IsTrace ? Look(each) : Commands(each)),
            TableBlock.Of(
                "Machines and versions", ["file", "Lowtide", "kernel", "processor", ">CPUs", ">memory"],
                [
                    .. material.Trials.Select(trial => Machine(trial.Kept.Path, trial.Kept.Header.Host, trial.Kept.Header.ProgramVersion)),
                    .. material.Recordings.Select(each => Machine(each.File, each.Recording.Host, each.Recording.Host.ProgramVersion)),
                ]),
        ]);

    private static IEnumerable<ReportBlock> Blocks(PastTrial trial)
    {
        var plan = trial.Facts.Plan;
        yield return new CodeBlock("The trial, from the folder that it was begun in:", [$"cd {ShellWord.Of(trial.Kept.Header.Folder)}", Command(plan, trial)]);
    }

    private static string Command(TrialPlan plan, PastTrial trial)
    {
        var pairs = plan.Pairs ?? (trial.IsComplete ? trial.Facts.Blocks.Count : null);
        string[] words =
        [
            "lowtide", "trial", "--seed", $"{plan.Seed}",
            .. plan.Arms.SelectMany(arm => arm is { Remedies.Count: > 0, Settings.Count: 0, Command: null } && arm.Name == Arm.Of(arm.Remedies).Name
                ? arm.Remedies.SelectMany(id => new[] { "--remedy", id })
                : new[] { "--arm", $"{arm.Name}={arm}" }),
            .. pairs is { } count ? new[] { "--pairs", $"{count}" } : [],
            .. plan.Ready is ReadySign.Command ready ? new[] { "--ready-command", ready.Line } : ["--ready", plan.Ready.Url!.OriginalString],
            "--load", plan.Load,
            .. plan.Warm is { } warm ? new[] { "--warm", warm } : [],
            .. plan.SlowSeconds is { } slow ? new[] { "--slow", slow.ToString(CultureInfo.InvariantCulture) } : [],
            .. plan.Primary == TrialMetrics.Pss ? [] : new[] { "--primary", plan.Primary },
            .. plan.Margins.OrderBy(margin => margin.Key, StringComparer.Ordinal)
                .SelectMany(margin => new[] { "--margin", $"{margin.Key}={Number(margin.Value)}" }),
            .. plan.Alpha == TrialPlan.UsualAlpha ? [] : new[] { "--alpha", Number(plan.Alpha) },
            "--", .. plan.Command.Text,
        ];
        return string.Join(' ', words.Select(ShellWord.Of));
    }

    /// <summary>As the options take it: without an exponent.</summary>
    private static string Number(double share) => share.ToString("0.################", CultureInfo.InvariantCulture);

    private static CodeBlock Commands(RecordedFamily recorded)
    {
        var family = recorded.Recording.Snapshots[0];
        var seconds = recorded.Recording.Samples.Count == 0 ? 30 : Math.Max(1, Math.Round(recorded.Recording.Samples[^1].Seconds));
        return new CodeBlock(
            $"The recording{(recorded.Role is null ? "" : $" {recorded.Role}")}, of {family.Head.Process.CommandLine}:",
            [
                string.Create(CultureInfo.InvariantCulture, $"sudo lowtide record {ShellWord.Of(family.Name)} -d {seconds}s -o {ShellWord.Of(recorded.File)}")
                    + (recorded.Recording.Faults is { } faults ? $" --faults{(faults.Every > 1 ? $" --every {faults.Every}" : "")}" : "")
                    + (recorded.Recording.DotNet is { } trace ? Listened(trace) : ""),
                $"lowtide explain {ShellWord.Of(recorded.File)}",
            ]);
    }

    /// <summary>How a .nettrace was made it does not tell.</summary>
    private static CodeBlock Look(RecordedFamily trace) => new(
        $"The trace{(trace.Role is null ? "" : $" {trace.Role}")}, "
            + $"{(trace.Recording.Latest.Serving[0].Process.CommandLine is { Length: > 0 } command ? $"of {command}" : "whose command line is not in it")}:",
        [$"lowtide explain {ShellWord.Of(trace.File)}"]);

    private static string Listened(DotNetTrace trace) =>
        (trace.Deaths is not null ? " --deaths" : trace.Allocations is not null ? " --allocations" : "") + (trace.Requests is not null ? " --requests" : "");

    private static IReadOnlyList<string> Machine(string file, Host host, string version) =>
        [file, version, host.Kernel is { Length: > 0 } kernel ? kernel : "-", host.CpuModel ?? "-", $"{host.Cpus}", Screen.Size(host.MemoryBytes)];
}
