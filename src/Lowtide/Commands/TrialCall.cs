using System.CommandLine;
using Lowtide.Launch;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Loads;
using Lowtide.Trials.Metrics;
using Lowtide.Trials.Ready;
using Lowtide.Trials.Runs;
using Options = Lowtide.Commands.TrialOptions;

namespace Lowtide.Commands;

/// <summary>From the words of a call of <c>lowtide trial</c> to its plan.</summary>
internal static class TrialCall
{
    /// <exception cref="Failure">A wrong call.</exception>
    public static TrialPlan Plan(ParseResult parsed)
    {
        var command = TargetCommand.AfterDashes("trial", RawProcess.Arguments(), parsed.GetValue(Options.Words) ?? []);
        var arms = Arms(parsed);
        var alpha = WrittenMargin.Parse("--alpha", parsed.GetValue(Options.Alpha)!);
        var primary = Primary(parsed);
        var plan = new TrialPlan
        {
            Arms = arms,
            Command = command,
            Ready = Ready(parsed.GetValue(Options.Ready), parsed.GetValue(Options.ReadyCommand)),
            Load = Load(parsed),
            Warm = parsed.GetValue(Options.Warm) is { } warm ? OneRate("--warm", warm) : null,
            Seed = parsed.GetValue(Options.Seed) ?? (ulong)Random.Shared.NextInt64(1, 1_000_000),
            Pairs = parsed.GetValue(Options.Pairs),
            MostPairs = parsed.GetValue(Options.MostPairs),
            Looks = parsed.GetValue(Options.Looks) ?? (parsed.GetValue(Options.Pairs) is null ? 2 : 1),
            Primary = primary,
            Margins = WrittenMargin.ParseMargins("--margin", parsed.GetValue(Options.Margin) ?? [], primary),
            Effect = WrittenMargin.Parse("--effect", parsed.GetValue(Options.Effect)!),
            Alpha = alpha,
            SlowSeconds = parsed.GetValue(Options.Slow)?.TotalSeconds,
            ReadyTimeout = Timeout(parsed, Options.ReadyTimeout, TimeSpan.FromSeconds(60)),
            LoadTimeout = Timeout(parsed, Options.LoadTimeout, TimeSpan.FromMinutes(10)),
            StopGrace = Timeout(parsed, Options.StopGrace, TimeSpan.FromSeconds(60)),
            Settle = parsed.GetValue(Options.Settle) ?? TrialPlan.UsualSettle,
            StopSignal = ServerSignal.Parse("--stop-signal", parsed.GetValue(Options.StopSignal)!),
            ReloadSignal = parsed.GetValue(Options.ReloadSignal) is { } reload ? ServerSignal.Parse("--reload-signal", reload) : null,
        };
        MustBeSane(plan, parsed);
        return plan;
    }

    /// <summary>The file has all of it: what is given beside it would be ignored, or be another trial.</summary>
    /// <exception cref="Failure">A wrong call.</exception>
    public static void MustOnlyResume(ParseResult parsed)
    {
        if (Options.OfThePlan.FirstOrDefault(option => IsGiven(parsed, option)) is { } given)
            throw Failure.Wrong($"--resume has everything from its file: leave {given.Name} out");
        if (parsed.GetValue(Options.Words) is [var word, ..])
            throw Failure.Wrong($"--resume has the command from its file: leave '{word}' out");
    }

    private static List<Arm> Arms(ParseResult parsed)
    {
        string[] remedies = [.. (parsed.GetValue(Options.Remedies) ?? []).Distinct()];
        var experimental = parsed.GetValue(Options.Experimental);
        _ = ChosenRemedies.Find(remedies, experimental);
        var arms = (parsed.GetValue(Options.Arms) ?? []).Select(ArmText.Parse).ToList();
        arms.ForEach(arm => ChosenRemedies.Find(arm.Remedies, experimental));
        if (remedies.Length > 0)
            arms.Insert(0, Arm.Of(remedies));
        return arms.Count > 0
            ? arms
            : throw Failure.Wrong("name what to try with --remedy ID ('lowtide remedies' lists them), or several with --arm NAME=ITEM");
    }

    private static ReadySign Ready(string? text, string? command)
    {
        if (text is not null && command is not null)
            throw Failure.Wrong("--ready and --ready-command both say when the server is ready: leave one of them out");
        if (command is not null)
            return !string.IsNullOrWhiteSpace(command) ? new ReadySign.Command(command)
                : throw Failure.Wrong("--ready-command takes a command that ends with status 0 once the server works");
        if (text is null)
            throw Failure.Wrong("say when the server is ready, with --ready http://127.0.0.1:PORT/, or --ready-command COMMAND if it has no address");
        return Uri.TryCreate(text, UriKind.Absolute, out var ready) && ready.Scheme is "http" or "https"
            ? new ReadySign.Address(ready)
            : throw Failure.Wrong($"--ready takes an address such as http://127.0.0.1:PORT/, not '{text}'");
    }

    private static string Load(ParseResult parsed) =>
        parsed.GetValue(Options.Load) is { } load && !string.IsNullOrWhiteSpace(load)
            ? OneRate("--load", load)
            : throw Failure.Wrong("say how to load the server, with --load 'lowtide load --rate {rate} -n 20000 {url}'");

    /// <summary>Without a rate "lowtide load" would search one in every run: each arm would get another.</summary>
    private static string OneRate(string option, string load) => !OwnLoad.Is(load) || OwnLoad.HasRate(load)
        ? load
        : throw Failure.Wrong($"{option} needs one rate for every arm: lowtide load --rate 500 ..., or --rate {{rate}} to have it found once");

    private static string Primary(ParseResult parsed) => TrialMetrics.Find(parsed.GetValue(Options.Primary)!)?.Name
        ?? throw Failure.Wrong($"--primary takes one of {TrialMetrics.Names}");

    private static TimeSpan Timeout(ParseResult parsed, Option<TimeSpan?> option, TimeSpan usual) =>
        (parsed.GetValue(option) ?? usual) is var timeout && TrialPlan.IsTimeout(timeout.TotalSeconds)
        ? timeout
        : throw Failure.Wrong($"{option.Name} takes a time from 1s to 11 days");

    private static void MustBeSane(TrialPlan plan, ParseResult parsed)
    {
        if (plan.Pairs is not null && IsGiven(parsed, Options.MostPairs))
            throw Failure.Wrong("--most-pairs bounds what Lowtide plans, and --pairs plans it: leave one of them out");
        if (plan.WhyNot() is { } why)
            throw Failure.Wrong(why);
        ShellLine.MustBeFound("--load", plan.Load);
        if (plan.Ready is ReadySign.Command ready)
            ShellLine.MustBeFound("--ready-command", ready.Line);
        if (plan.Warm is { } warm)
            ShellLine.MustBeFound("--warm", warm);
    }

    private static bool IsGiven(ParseResult parsed, Option option) => parsed.GetResult(option) is { Implicit: false };
}
