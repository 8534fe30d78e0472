using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Reports.Documents;
using Lowtide.Reports.Explain;

namespace Lowtide.Reports.AtAGlance;

/// <summary>lowtide/host/1: the servers of a machine, those with most to gain first.</summary>
internal sealed record HostDocument
{
    public const string Name = "lowtide/host/1";

    public required string Schema { get; init; }

    public required string Host { get; init; }

    public required IReadOnlyList<HostServer> Servers { get; init; }

    public required IReadOnlyList<UnreadableEntry> CouldNotRead { get; init; }

    public static HostDocument Of(HostDiagnosis host) => new()
    {
        Schema = Name,
        Host = host.Name,
        Servers = [.. host.Servers.Select(HostServer.Of)],
        CouldNotRead = UnreadableEntry.All(host.CouldNotRead),
    };
}

internal sealed record HostServer
{
    public required int Pid { get; init; }

    public required string Name { get; init; }

    public required int Workers { get; init; }

    public required RuntimeEntry? Runtime { get; init; }

    public required long? PssBytes { get; init; }

    public required long? RssBytes { get; init; }

    /// <summary>False of one that is too large to be looked into unasked; what follows is null then.</summary>
    public required bool LookedInto { get; init; }

    /// <summary>The id of the finding to begin with.</summary>
    public required string? Finding { get; init; }

    public required string? Title { get; init; }

    public required string? FirstRemedy { get; init; }

    public required SavingEntry? PredictedSavingBytes { get; init; }

    public static HostServer Of(ServerDiagnosis server)
    {
        var (family, answer) = (server.Family, server.Diagnosis?.Answer);
        return new HostServer
        {
            Pid = (family.Master ?? family.Workers[0]).Process.Pid,
            Name = family.Name,
            Workers = family.Workers.Count,
            Runtime = family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
            PssBytes = family.PssBytes,
            RssBytes = family.RssBytes,
            LookedInto = server.Diagnosis is not null,
            Finding = answer?.Leading?.Finding.Id,
            Title = answer?.Leading is { } leading ? FindingRules.Title(leading.Finding) : null,
            FirstRemedy = answer?.First?.Remedy.Id,
            PredictedSavingBytes = SavingEntry.Of(answer?.First?.Saving),
        };
    }
}
