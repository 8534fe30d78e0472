using System.CommandLine;
using System.CommandLine.Completions;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Trials;
using Lowtide.Trials;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Runs;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide trial</c> takes.</summary>
internal static class TrialOptions
{
    public static readonly Option<string[]> Remedies = new("--remedy")
    {
        Description = "id of the remedy to try (see 'lowtide remedies'); several are tried together, as one arm",
        HelpName = "ID",
        CompletionSources = { _ => RemedyCatalogue.All.Select(remedy => new CompletionItem(remedy.Id)) },
    };
    public static readonly Option<bool> Experimental = new("--experimental")
    {
        Description = "allow remedies that are experiments",
    };
    public static readonly Option<bool> Anyway = new("--anyway")
    {
        Description = "try also what takes more memory where memory is limited: it may end the server",
    };
    public static readonly Option<string[]> Arms = new("--arm")
    {
        Description = "an arm of its own, repeatable; ITEM is a remedy's id, env:KEY=VALUE, or command:LINE (the last)",
        HelpName = "NAME=ITEM[,ITEM...]",
    };
    public static readonly Option<string?> Ready = new("--ready")
    {
        Description = "the server is ready when this address answers",
        HelpName = "URL",
    };
    public static readonly Option<string?> ReadyCommand = new("--ready-command")
    {
        Description = "a worker without an address is ready when this shell command ends with status 0, such as 'celery -A app inspect ping'",
        HelpName = "COMMAND",
    };
    public static readonly Option<string?> Load = new("--load")
    {
        Description = "the load, a shell command with a counted number of requests; {url} stands for the address of --ready",
        HelpName = "COMMAND",
    };
    public static readonly Option<string?> Warm = new("--warm")
    {
        Description = "as --load, before it and not measured (default: 40 requests to the address of --ready; nothing where there is none)",
        HelpName = "COMMAND",
    };
    public static readonly Option<int?> Pairs = new("--pairs")
    {
        Description = "starts of each arm (default: 6, more if the variance of those asks for it)",
    };
    public static readonly Option<int> MostPairs = new("--most-pairs")
    {
        Description = "never more pairs than this",
        DefaultValueFactory = _ => 20,
    };
    public static readonly Option<int?> Looks = new("--looks")
    {
        Description = "how often the trial may decide, the end among them (default: 2; with --pairs 1, at the end only)",
    };
    public static readonly Option<ulong?> Seed = new("--seed")
    {
        Description = "decides the order within each pair (default: a new one, which is shown)",
    };
    public static readonly Option<string> Primary = new("--primary")
    {
        Description = $"the metric that decides: {TrialMetrics.Names}",
        DefaultValueFactory = _ => TrialMetrics.Default,
        HelpName = "METRIC",
        CompletionSources = { _ => TrialMetrics.All.Select(metric => new CompletionItem(metric.Name)) },
    };
    public static readonly Option<string[]> Margin = new("--margin")
    {
        Description = "the largest change of the primary metric that still counts as the same: 1%; of another: METRIC=3%",
        HelpName = "[METRIC=]SHARE",
    };
    public static readonly Option<string> Effect = new("--effect")
    {
        Description = "the change of the primary metric that must not be missed",
        DefaultValueFactory = _ => "5%",
        HelpName = "SHARE",
    };
    public static readonly Option<string> Alpha = new("--alpha")
    {
        Description = "the chance of a false claim that is allowed",
        DefaultValueFactory = _ => TrialValues.Percent(TrialPlan.UsualAlpha),
        HelpName = "SHARE",
    };
    public static readonly Option<TimeSpan?> Slow =
        DurationOption.Build("--slow", "requests that take longer than this, such as 100ms, are slow (needs 'lowtide load' or 'hey -o csv')");
    public static readonly Option<TimeSpan?> ReadyTimeout = DurationOption.Build("--ready-timeout", "how long to wait for a server (default: 60s)");
    public static readonly Option<TimeSpan?> LoadTimeout = DurationOption.Build("--load-timeout", "how long the load may take (default: 10m)");
    public static readonly Option<TimeSpan?> StopGrace =
        DurationOption.Build("--stop-grace", "how long to wait for a server to stop before it is killed (default: 60s)");
    public static readonly Option<TimeSpan?> Settle =
        DurationOption.Build("--settle", "how long memory may settle after the load; ends sooner once it is flat (default: 10s)");
    public static readonly Option<string> StopSignal = new("--stop-signal")
    {
        Description = "what asks a server to stop: TERM, INT (uWSGI without die-on-term), QUIT, ... or a number",
        DefaultValueFactory = _ => "TERM",
        HelpName = "SIGNAL",
        CompletionSources = { _ => ServerSignal.Known.Select(name => new CompletionItem(name)) },
    };
    public static readonly Option<string?> ReloadSignal = new("--reload-signal")
    {
        Description = "tell how long a reload takes: after the look send the master this signal (HUP) and wait for its new workers",
        HelpName = "SIGNAL",
        CompletionSources = { _ => ServerSignal.Known.Select(name => new CompletionItem(name)) },
    };
    public static readonly Option<string?> Output = new("--output", "-o")
    {
        Description = "keep the trial in this new file (default: one under ~/.local/state/lowtide/trials)",
        HelpName = "FILE",
    };
    public static readonly Option<string?> Resume = new("--resume")
    {
        Description = "go on with the trial of this file, as it was begun",
        HelpName = "FILE",
    };
    public static readonly Option<string?> Require = new("--require")
    {
        Description = "end with status 1 unless METRIC comes out as VERDICT: better:pss_bytes, not-worse:ready_seconds@ARM; "
            + "repeat with commas",
        HelpName = "VERDICT:METRIC[@ARM]",
    };
    public static readonly Option<long?> WorkerLimit =
        SizeOption.Build("--worker-limit", "tell how many respawns are avoided where a worker is replaced above so much private memory");
    public static readonly Option<bool> Details = new("--details")
    {
        Description = "every metric with its margin, and what each arm brings beside the verdict",
    };

    public static readonly FormatOption Shown = TrialOutput.Formats(TrialDocument.Name);
    public static readonly Option<bool> Progress = new("--progress")
    {
        Description = "a line a run on standard error, also when that is no terminal",
    };
    public static readonly Argument<string[]> Words = new("COMMAND")
    {
        Description = "the server and its arguments, after --",
        Arity = ArgumentArity.ZeroOrMore,
    };

    /// <summary>What a trial is made of, and so what --resume has from the file.</summary>
    public static readonly IReadOnlyList<Option> OfThePlan =
    [
        Remedies, Experimental, Anyway, Arms, Ready, ReadyCommand, Load, Warm, Pairs, MostPairs, Looks, Seed, Primary, Margin, Effect, Alpha, Slow,
        ReadyTimeout, LoadTimeout, StopGrace, Settle, StopSignal, ReloadSignal, Output,
    ];

    public static void AddTo(Command verb)
    {
        foreach (var option in OfThePlan.Concat([Resume, Require, WorkerLimit, Details, .. Shown.Options, Progress]))
            verb.Options.Add(option);
        verb.Arguments.Add(Words);
    }
}
