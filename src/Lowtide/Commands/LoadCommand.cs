using System.CommandLine;
using Lowtide.Load;
using Lowtide.Reports;
using Lowtide.Reports.Load;

namespace Lowtide.Commands;

/// <summary><c>lowtide load URL</c>: requests at a fixed rate, timed from when each was due.</summary>
internal static class LoadCommand
{
    public static Command Build()
    {
        var verb = new Command("load", """
            Send requests at a fixed rate, timed from when each was due.

            They are sent whether or not the server answers, so that its stalls show.

            Examples:
              lowtide load http://127.0.0.1:8000/ --rate 500 -n 20000
              lowtide load http://127.0.0.1:8000/ -d 30s --slow 100ms \
                --path 9:/feed --path /cart
              lowtide load http://127.0.0.1:8000/find --body query.json \
                -H 'Content-Type: application/json' --expect-status 200
              lowtide load http://127.0.0.1:8000/ -d 30s --log requests.csv
              lowtide load http://127.0.0.1:8000/ --find-rate
            """);
        LoadOptions.AddTo(verb);
        verb.SetAction(Run);
        return verb;
    }

    private static int Run(ParseResult parsed)
    {
        var plan = LoadOptions.Plan(parsed);
        var given = LoadOptions.Rate(parsed);
        using var log = LoadOptions.LogFile(parsed);
        LoadTarget.MustListen(plan, TimeProvider.System);
        using var stop = new StopRequest().WithReader();
        try
        {
            return Run(parsed, plan, given, log, stop);
        }
        catch (OperationCanceledException) when (stop.Token.IsCancellationRequested)
        {
            return stop.ExitCode;
        }
    }

    private static int Run(ParseResult parsed, LoadPlan plan, double? given, NewFile? log, StopRequest stop)
    {
        OwnWarmup.Run(TimeProvider.System, stop.Token);
        using var generator = new LoadGenerator(plan, TimeProvider.System);
        FoundRate? found = null;
        if (given is null)
        {
            var search = new RateSearch(schedule => generator.Run(schedule, stop.Token), plan.Connections, stop.Token);
            LoadScreen.Searching();
            found = search.Find(LoadScreen.Tried);
        }
        if (parsed.GetValue(LoadOptions.FindRate))
        {
            if (parsed.GetValue(LoadOptions.Json))
                JsonDocuments.Write(RateDocument.Of(plan, found!), JsonDocuments.Default.RateDocument);
            else
                LoadScreen.Show(found!);
            return found!.Rate is null ? throw NoneHeld(found) : 0;
        }
        var rate = given ?? found!.Rate ?? throw NoneHeld(found!);
        var (warm, measured) = LoadOptions.Schedules(parsed, rate);
        if (log is not null && measured.Count > RequestLog.Most)
            throw Failure.Wrong($"--log keeps {RequestLog.Most:N0} requests at most, not {measured.Count:N0}: ask for fewer, or leave it out");
        LoadScreen.Starting(measured);
        generator.Run(warm, stop.Token);
        var result = generator.Run(measured, stop.Token, logged: log is not null);
        log?.Write(result.Log!.Write);
        var document = LoadDocument.Of(result, found);
        Tell(document);
        if (parsed.GetValue(LoadOptions.Json))
            JsonDocuments.Write(document, JsonDocuments.Default.LoadDocument);
        else
            LoadScreen.Show(result, found);
        if (result.Stopped)
            throw new Failure($"stopped after {result.Ended} of {measured.Count} requests", stop.ExitCode);
        return result.Errors == 0
            ? 0
            : throw new Failure($"{result.Errors} of {result.Ended} requests ended in an error: {LoadErrors.Line(result)}");
    }

    /// <summary>To the trial that this load is part of; one that runs as another user may have no way to it.</summary>
    private static void Tell(LoadDocument document)
    {
        if (Environment.GetEnvironmentVariable(LoadEnvironment.Documents) is not { Length: > 0 } folder)
            return;
        try
        {
            using var file = new FileStream(Path.Combine(folder, $"{Guid.NewGuid():N}.json"), FileMode.CreateNew, FileAccess.Write);
            JsonDocuments.Write(file, document, JsonDocuments.Default.LoadDocument);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            // What it prints is what anybody hears then.
        }
    }

    private static Failure NoneHeld(FoundRate found) =>
        new(
            $"the server held no rate down to {found.Tried[^1].Rate:0.#}/s, though it answered {found.CapacityRate:0.#}/s at best: "
                + "name one, as in 'lowtide load --rate 50'");
}
