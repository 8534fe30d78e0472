using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Findings;
using Lowtide.Recordings;
using Lowtide.Reports.Documents;

namespace Lowtide.Reports.AtAGlance;

/// <summary>What 'lowtide explain --json' prints without a TARGET: the servers of a machine, those with most to gain first.</summary>
internal sealed record HostDocument
{
    public const string Name = "lowtide/host/1";

    public required string Schema { get; init; }

    /// <summary>What the machine calls itself.</summary>
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
    /// <summary>The master's; of a lone process its own.</summary>
    [AtLeast(1)]
    public required int Pid { get; init; }

    public required string Name { get; init; }

    public required int Workers { get; init; }

    public required RuntimeEntry? Runtime { get; init; }

    public required long? PssBytes { get; init; }

    public required long? RssBytes { get; init; }

    /// <summary>False of one that is too large to be looked into unasked; what follows is null then.</summary>
    public required bool LookedInto { get; init; }

    /// <summary>The id of the finding to begin with; null where nothing large was found.</summary>
    public required string? Finding { get; init; }

    /// <summary>That finding in a few words.</summary>
    public required string? Title { get; init; }

    /// <summary>The remedy to try; null where none is surely no loss.</summary>
    public required string? FirstRemedy { get; init; }

    public required SavedBytesEntry? PredictedSavingBytes { get; init; }

    public static HostServer Of(ServerDiagnosis server)
    {
        var (family, answer) = (server.Family, server.Diagnosis?.Answer);
        return new HostServer
        {
            Pid = family.Head.Process.Pid,
            Name = family.Name,
            Workers = family.Workers.Count,
            Runtime = family.Runtime is { } runtime ? new RuntimeEntry(runtime.Name, runtime.Version) : null,
            PssBytes = family.PssBytes,
            RssBytes = family.RssBytes,
            LookedInto = server.Diagnosis is not null,
            Finding = answer?.Leading?.Finding.Id,
            Title = answer?.Leading is { } leading ? FindingRules.Title(leading.Finding) : null,
            FirstRemedy = answer?.First?.Remedy.Id,
            PredictedSavingBytes = SavedBytesEntry.Of(answer?.First?.Saving),
        };
    }
}
