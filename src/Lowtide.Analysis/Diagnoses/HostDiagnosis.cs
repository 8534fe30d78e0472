using Lowtide.Recordings;

namespace Lowtide.Analysis.Diagnoses;

/// <summary>What one look at a whole machine tells.</summary>
/// <param name="Name">What the machine calls itself.</param>
/// <param name="Servers">Those with most to gain first, then those of most memory.</param>
/// <param name="Others">Families that are no servers.</param>
public sealed record HostDiagnosis(
    string Name, Host Host, IReadOnlyList<ServerDiagnosis> Servers, int Others, IReadOnlyList<Unreadable> CouldNotRead)
{
    public static HostDiagnosis Of(
        string name, Host host, IEnumerable<ServerDiagnosis> servers, int others, IReadOnlyList<Unreadable> couldNotRead) => new(
        name, host, [.. servers.OrderByDescending(server => server.LeastGainBytes).ThenByDescending(server => server.Bytes)], others, couldNotRead);

    /// <summary>Of every server that was looked into nothing could be read: that is no answer.</summary>
    public bool IsUnread => Servers.Any(server => server.Diagnosis is not null)
        && Servers.All(server => server.Diagnosis is null or { NothingRead: true });

    /// <summary>The one to begin with; null where none has anything to gain that is known.</summary>
    public ServerDiagnosis? MostToGain => Servers.FirstOrDefault(server => server.Diagnosis?.Answer.First?.Saving?.LowBytes > 0)
        ?? Servers.FirstOrDefault(server => server.Diagnosis?.Answer.First is not null)
        ?? Servers.FirstOrDefault(server => server.Diagnosis?.Answer.Leading is not null);
}

/// <param name="Diagnosis">Null where nobody looked: it is too large, or many others are larger.</param>
public sealed record ServerDiagnosis(FamilySnapshot Family, Diagnosis? Diagnosis)
{
    /// <summary>PSS, and RSS where that was not read.</summary>
    public long Bytes => Family.PssBytes ?? Family.RssBytes ?? 0;

    /// <summary>That the remedy which stands first surely saves; 0 where there is none.</summary>
    public long LeastGainBytes => Math.Max(0, Diagnosis?.Answer.First?.Net?.LowBytes ?? 0);
}
