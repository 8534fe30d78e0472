using System.CommandLine;
using Lowtide.Launch;
using Lowtide.Trials;

namespace Lowtide.Commands;

/// <summary>What <c>lowtide trial</c> takes, and the plan that it makes.</summary>
internal static class TrialOptions
{
    private static readonly Option<string[]> Remedies = new("--remedy")
    {
        Description = "id of the remedy to try (see 'lowtide remedies'); several are tried together, as one arm",
    };
    private static readonly Option<string?> Ready = new("--ready")
    {
        Description = "the server is ready when this address answers",
        HelpName = "URL",
    };
    private static readonly Option<string?> Load = new("--load")
    {
        Description = "the load, a shell command with a counted number of requests; {url} stands for the address of --ready",
        HelpName = "COMMAND",
    };
    private static readonly Option<string?> Warm = new("--warm")
    {
        Description = "as --load, before it and not measured (default: 40 requests to the address of --ready)",
        HelpName = "COMMAND",
    };
    private static readonly Option<int?> Pairs = new("--pairs")
    {
        Description = "pairs of server starts (default: 6, more if the variance of those asks for it)",
    };
    private static readonly Option<int> MostPairs = new("--most-pairs")
    {
        Description = "never more pairs than this",
        DefaultValueFactory = _ => 20,
    };
    private static readonly Option<ulong?> Seed = new("--seed")
    {
        Description = "decides the order within each pair (default: a new one, which is shown)",
    };
    private static readonly Option<string> Primary = new("--primary")
    {
        Description = $"the metric that decides: {string.Join(", ", TrialMetrics.All.Select(metric => metric.Name))}",
        DefaultValueFactory = _ => TrialMetrics.Default,
        HelpName = "METRIC",
    };
    private static readonly Option<string?> Margin = new("--margin")
    {
        Description = "the largest change of the primary metric that still counts as the same: 1%, 5%",
        HelpName = "SHARE",
    };
    private static readonly Option<string> Effect = new("--effect")
    {
        Description = "the change of the primary metric that must not be missed",
        DefaultValueFactory = _ => "5%",
        HelpName = "SHARE",
    };
    private static readonly Option<double?> Slow = new("--slow")
    {
        Description = "requests that take longer than this many seconds are slow (needs a load that lists requests: hey -o csv)",
        HelpName = "SECONDS",
    };
    private static readonly Option<int> ReadyTimeout = new("--ready-timeout")
    {
        Description = "seconds to wait for a server",
        DefaultValueFactory = _ => 60,
        HelpName = "SECONDS",
    };
    private static readonly Option<int> LoadTimeout = new("--load-timeout")
    {
        Description = "seconds that the load may take",
        DefaultValueFactory = _ => 600,
        HelpName = "SECONDS",
    };
    private static readonly Option<int> StopGrace = new("--stop-grace")
    {
        Description = "seconds to wait for a server to stop before it is killed",
        DefaultValueFactory = _ => 60,
        HelpName = "SECONDS",
    };
    public static readonly Option<string?> Require = new("--require")
    {
        Description = "end with status 1 unless METRIC comes out as VERDICT: better:pss_bytes; repeat with commas",
        HelpName = "VERDICT:METRIC",
    };
    public static readonly Option<bool> Json = new("--json") { Description = "the document lowtide/trial/1 on standard output" };
    public static readonly Option<bool> Progress = new("--progress")
    {
        Description = "a line a run on standard error, also when that is no terminal",
    };
    private static readonly Argument<string[]> Words = new("COMMAND")
    {
        Description = "the server and its arguments, after --",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public static void AddTo(Command verb)
    {
        foreach (var option in new Option[]
        {
            Remedies, Ready, Load, Warm, Pairs, MostPairs, Seed, Primary, Margin, Effect, Slow,
            ReadyTimeout, LoadTimeout, StopGrace, Require, Json, Progress,
        })
            verb.Options.Add(option);
        verb.Arguments.Add(Words);
    }

    /// <exception cref="Failure">A wrong call.</exception>
    public static TrialPlan Plan(ParseResult parsed)
    {
        string[] remedies = [.. (parsed.GetValue(Remedies) ?? []).Distinct()];
        var command = TargetCommand.AfterDashes("trial", RawProcess.Arguments(), parsed.GetValue(Words) ?? []);
        if (remedies.Length == 0)
            throw Failure.Wrong("name what to try with --remedy ID; 'lowtide remedies' lists them");
        if (!Uri.TryCreate(parsed.GetValue(Ready), UriKind.Absolute, out var ready) || ready.Scheme is not ("http" or "https"))
            throw Failure.Wrong("say when the server is ready, with --ready http://127.0.0.1:PORT/");
        if (string.IsNullOrWhiteSpace(parsed.GetValue(Load)))
            throw Failure.Wrong("say how to load the server, with --load 'hey -n 20000 -c 8 -o csv {url}'");
        if (parsed.GetValue(Pairs) is < 1 or > 1000)
            throw Failure.Wrong("--pairs takes a number from 1 to 1000");
        if (parsed.GetValue(MostPairs) is < 6 or > 60)
            throw Failure.Wrong("--most-pairs takes a number from 6 to 60");
        if (TrialMetrics.Find(parsed.GetValue(Primary)!) is not { } primary)
            throw Failure.Wrong($"--primary takes one of {string.Join(", ", TrialMetrics.All.Select(metric => metric.Name))}");
        if (primary.Name == "slow_share" && parsed.GetValue(Slow) is null)
            throw Failure.Wrong("slow_share needs --slow SECONDS");
        foreach (var seconds in new[] { ReadyTimeout, LoadTimeout, StopGrace })
            if (parsed.GetValue(seconds) is < 1 or > 1_000_000)
                throw Failure.Wrong($"{seconds.Name} takes a number of seconds from 1 on");
        if (parsed.GetValue(Slow) is <= 0 or double.NaN or double.PositiveInfinity)
            throw Failure.Wrong("--slow takes a number of seconds above 0, such as 0.1");
        return new TrialPlan(
            remedies,
            command,
            ready,
            parsed.GetValue(Load)!,
            parsed.GetValue(Warm),
            parsed.GetValue(Seed) ?? (ulong)Random.Shared.NextInt64(1, 1_000_000),
            parsed.GetValue(Pairs),
            parsed.GetValue(MostPairs),
            primary.Name,
            parsed.GetValue(Margin) is { } margin ? Share.ParseMargin("--margin", margin, primary) : null,
            Share.Parse("--effect", parsed.GetValue(Effect)!),
            0.05,
            parsed.GetValue(Slow),
            TimeSpan.FromSeconds(parsed.GetValue(ReadyTimeout)),
            TimeSpan.FromSeconds(parsed.GetValue(LoadTimeout)),
            TimeSpan.FromSeconds(parsed.GetValue(StopGrace)));
    }
}
