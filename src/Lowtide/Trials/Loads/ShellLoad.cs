using System.Globalization;
using Lowtide.Launch;
using Lowtide.Load;

namespace Lowtide.Trials.Loads;

/// <summary>
/// Runs the user's load through the shell, under a guard of its own, as a server is: it ends with the trial, however
/// that ends, and so does whatever it started.
/// </summary>
/// <param name="url">What {url} stands for; null where the server has none.</param>
internal sealed class ShellLoad(Uri? url, TimeSpan timeout, EnvironmentBlock own, TimeProvider time)
{
    private const string RateWord = "{rate}", UrlWord = "{url}";

    /// <summary>The shell becomes the command where that is a single one; the guard keeps what goes to standard error.</summary>
    private const string OutputToFile = "exec /bin/sh -c \"$1\" >\"$2\"";

    /// <summary>Of the trial; for a load that is Lowtide's own. Null: none is slow.</summary>
    public double? SlowSeconds { get; init; }

    /// <summary>What {rate} stands for, in requests a second; null where no command has it.</summary>
    public double? Rate { get; init; }

    public static bool AsksForRate(string? command) => command?.Contains(RateWord, StringComparison.Ordinal) == true;

    public static bool AsksForUrl(string? command) => command?.Contains(UrlWord, StringComparison.Ordinal) == true;

    /// <param name="option">That it was given by, for messages.</param>
    /// <param name="files">Path that the names of its files begin with.</param>
    /// <param name="server">Completes when no server is left to load.</param>
    /// <exception cref="Failure">It could not be run, took too long, or said by its exit status that it failed.</exception>
    public async Task<LoadOutput> RunAsync(
        string option, string command, string files, Task server, CancellationToken cancellation)
    {
        var filled = command.Replace(UrlWord, url?.ToString() ?? UrlWord, StringComparison.Ordinal)
            .Replace(RateWord, Rate?.ToString("0.######", CultureInfo.InvariantCulture) ?? RateWord, StringComparison.Ordinal);
        var (output, errors, documents) = ($"{files}.out", $"{files}.err", Directory.CreateDirectory($"{files}.loads"));
        var shell = TargetCommand.Of("/bin/sh", "-c", OutputToFile, "sh", OwnLoad.Told(filled, Installation.Current), output);
        await using var load = await GuardedServer.StartAsync(Installation.Current, Told(documents.FullName), [], shell, errors, time);
        var first = await Task.WhenAny(load.Exited, server, Task.Delay(timeout, time, cancellation));
        cancellation.ThrowIfCancellationRequested();
        if (first == server)
            throw new Failure("the server ended under the load");
        if (first != load.Exited)
            throw new Failure($"the command of {option} did not end within {timeout.TotalSeconds:0} s "
                + $"(--load-timeout gives it longer): {filled}");
        var end = await load.Exited;
        if (load.Unguarded is { } killed)
            throw new Failure(killed);
        if (end.ExitCode == 0)
            return new LoadOutput(
                await File.ReadAllTextAsync(output, cancellation), [.. documents.EnumerateFiles().Select(document => File.ReadAllText(document.FullName))]);
        var reason = (load.LastLogLines(1) is [var line] ? line : LastLine(output)) ?? "it printed nothing";
        throw new Failure(end switch
        {
            { ExitCode: TargetExec.NotFound } =>
                $"the command of {option} was not found ({reason}): install it, or name another",
            { ExitCode: { } status } => $"the command of {option} failed with exit status {status} ({reason}): {filled}",
            _ => $"the command of {option} was ended by signal {end.Signal}: {filled}",
        });
    }

    /// <summary>The rate for {rate} of <paramref name="command"/>: a stated share of the highest that this server holds.</summary>
    /// <returns>Requests a second.</returns>
    /// <exception cref="Failure">As <see cref="RunAsync"/>, or the server holds none.</exception>
    public async Task<double> FindRateAsync(string command, string files, Task server, CancellationToken cancellation)
    {
        var output = await RunAsync(
            "{rate}", OwnLoad.FindingRate(command, Installation.Current), files, server, cancellation);
        return LoadReport.FoundRate(output.Printed) ?? throw new Failure($"no rate was found for {{rate}} of --load: {command}");
    }

    /// <summary>What a load hears that is Lowtide's own, however deep below the command.</summary>
    private EnvironmentBlock Told(string documents)
    {
        var told = Caller.WithSetting(own, LoadEnvironment.Documents, documents);
        return SlowSeconds is { } slow
            ? Caller.WithSetting(told, LoadEnvironment.Slow, slow.ToString("0.#######", CultureInfo.InvariantCulture)) : told;
    }

    private static string? LastLine(string file) =>
        File.Exists(file) ? File.ReadLines(file).LastOrDefault(line => !string.IsNullOrWhiteSpace(line))?.Trim() : null;
}
