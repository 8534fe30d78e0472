using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;
using Lowtide.Writing;

namespace Lowtide.Reports.AtAGlance;

/// <summary>What <c>lowtide</c> alone says: the servers of a machine, what each could save and why, and where to begin.</summary>
internal static class HostReport
{
    private const int LongestName = 16, MostMissing = 2, MostShown = 15;

    private static readonly IReadOnlyList<TableColumn> Columns =
    [
        new("server", Numeric: false), new("workers", Numeric: true) { Worth = 1 }, new("runtime", Numeric: false) { Worth = 2 },
        new("memory", Numeric: true) { Worth = 3 }, new("could save", Numeric: true), new("why", Numeric: false),
    ];

    public static ReportDocument Of(HostDiagnosis host)
    {
        var shown = host.Servers.Take(MostShown).ToList();
        ReportBlock?[] blocks =
        [
            shown.Count == 0 ? null : new TableBlock("", Columns, [.. shown.Select(Row)], Folded: false),
            More(host, shown.Count),
            Missing(host),
            new StepsBlock([.. Next(host)]),
        ];
        return new ReportDocument
        {
            Title = Machine(host),
            Answer = Answer(host),
            Sections = [new ReportSection("host", "Servers", "", [.. blocks.OfType<ReportBlock>()]) { NeedsHeading = false }],
        };
    }

    private static string Answer(HostDiagnosis host) => host switch
    {
        { Servers: [], CouldNotRead: [] } => "No server was found: no process with workers, or with a runtime that Lowtide knows.",
        { Servers: [] } => "No server was found among the processes that could be read: none with workers, or with a runtime that Lowtide knows.",
        { MostToGain: { Diagnosis.Answer: var answer } most } => answer.First?.Saving switch
            {
                null => $"Begin with {Name(most)}",
                // Perhaps nothing: no figure to begin with.
                { LowBytes: <= 0, HighBytes: var high } => $"{Name(most)} might save something, {Amount.Bytes(high)} at most",
                { } saving => $"{Name(most)} could save most, {Amount.Range(saving.LowBytes, saving.HighBytes)}",
            }
            + (answer.Leading is { } leading ? $": {FindingRules.Title(leading.Finding)}." : ".")
            + LookedInto(host),
        _ when host.Servers.All(server => server.Diagnosis is null) => "Nothing is known yet: none of these servers was looked into.",
        _ when host.Servers.All(IsUnread) => "Nothing can be told: the memory of these servers could not be read.",
        { IsUnread: true } => $"Nothing can be told: {Untold(host)}.",
        _ => Untold(host) is { } untold ? $"Nothing wrong found, but {untold}." : "Nothing wrong found.",
    };

    /// <summary>What stands first may do so for want of others.</summary>
    private static string LookedInto(HostDiagnosis host) => host.Servers.Count(server => server.Diagnosis is not null) is var seen && seen < host.Servers.Count
        ? $" Two seconds were enough for {seen} of {host.Servers.Count} servers." : "";

    /// <summary>Of how many servers there is no answer, and why; null where there is one of each.</summary>
    private static string? Untold(HostDiagnosis host)
    {
        var all = host.Servers.Count;
        return (host.Servers.Count(IsUnread), host.Servers.Count(server => server.Diagnosis is null)) switch
        {
            (0, 0) => null,
            (var unread, 0) => $"{unread} of {all} servers could not be read",
            (0, var unseen) => $"{unseen} of {all} servers {Were(unseen)} not looked into, to be done in two seconds",
            var (unread, unseen) => $"of {all} servers {unread} could not be read and {unseen} {Were(unseen)} not looked into",
        };

        static string Were(int servers) => servers == 1 ? "was" : "were";
    }

    private static bool IsUnread(ServerDiagnosis server) => server.Diagnosis is { NothingRead: true };

    private static string Machine(HostDiagnosis host) => string.Join(", ",
    [
        host.Name,
        Amount.Count(host.Host.Cpus, "CPU"),
        .. host.Host is { MemoryBytes: > 0 and var all, AvailableBytes: { } free }
            ? [$"{Amount.Bytes(all)} ({Amount.Percent(1 - (free / (double)all))} used)"] : Array.Empty<string>(),
        $"Linux {host.Host.Kernel}",
    ]);

    private static IReadOnlyList<string> Row(ServerDiagnosis server)
    {
        var family = server.Family;
        return
        [
            Name(server),
            family.Workers.Count == 0 ? "-" : family.Workers.Count.ToString(CultureInfo.InvariantCulture),
            FamilyWords.Runtime(family),
            family is { PssBytes: null, RssBytes: { } resident } ? $"{Screen.Size(resident)} RSS" : Screen.Size(family.PssBytes),
            server.Diagnosis?.Answer.First?.Saving is { } saving ? Amount.Range(saving.LowBytes, saving.HighBytes) : "-",
            Why(server),
        ];
    }

    private static string Why(ServerDiagnosis server) => server.Diagnosis switch
    {
        null => "not looked at",
        { IsUnread: true } => "its memory could not be read",
        { Answer.Leading: { } leading } => FindingRules.Title(leading.Finding),
        { Family.Runtime.Name: "dotnet", DotNet: null } => "nothing found in memory; pauses not listened to",
        _ => "nothing found",
    };

    private static TextBlock? More(HostDiagnosis host, int shown)
    {
        string[] all =
        [
            .. host.Servers.Count > shown ? [$"{host.Servers.Count - shown} more servers"] : Array.Empty<string>(),
            .. host.Others > 0 ? [$"{host.Others} families that are no servers"] : Array.Empty<string>(),
        ];
        return all.Length == 0 ? null : new TextBlock(null, $"Not shown: {string.Join(", ", all)} ('lowtide ps --all' lists them).", []);
    }

    /// <summary>What somebody can mend, and whose memory nobody can read.</summary>
    private static TextBlock? Missing(HostDiagnosis host)
    {
        var all = Screen.Together(host.CouldNotRead.Concat(host.Servers.SelectMany(server => server.Diagnosis?.NotSeen ?? []))
            .Where(each => each.Mend is not null || each.Code == "process.stuck")).ToList();
        var missing = all.Take(MostMissing).Select(each => $"{Screen.Short(each.What, 80)}: {each.Why}{(each.Mend is null ? "" : $"; {each.Mend}")}")
            .Concat(all.Count > MostMissing ? [$"{all.Count - MostMissing} more: 'lowtide explain PID' names what it lacks"] : Array.Empty<string>()).ToList();
        return missing.Count == 0 ? null : new TextBlock(null, "Could not read:", missing);
    }

    private static IEnumerable<Step> Next(HostDiagnosis host)
    {
        if (host.MostToGain is { } most)
            yield return new Step("begin with", OwnCall.Of($"explain {Pid(most)}"), IsCommand: true);
        if (host.Servers.Any(IsUnread) || host.CouldNotRead.Any(each => each.Mend is not null))
            yield return new Step("to read all", "sudo lowtide", IsCommand: true);
        if (host.Servers.FirstOrDefault(server => server.Family.Runtime is { Name: "dotnet" }) is { } dotnet)
            yield return new Step("pauses", OwnCall.Of($"explain {Pid(dotnet)} --listen 30s"), IsCommand: true);
        if (host.Servers.Any(server => server.Diagnosis is null))
            yield return new Step("not looked at", OwnCall.Of("explain PID"), IsCommand: true);
        yield return new Step("all verbs", "lowtide --help", IsCommand: true);
    }

    private static string Name(ServerDiagnosis server) => $"{Screen.Short(server.Family.Name, LongestName)} {Pid(server)}";

    private static int Pid(ServerDiagnosis server) => server.Family.Head.Process.Pid;
}
