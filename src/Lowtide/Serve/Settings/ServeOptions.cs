using System.Net;
using Lowtide.Capture.Watching;
using Lowtide.Guard;
using Lowtide.Launch;
using Lowtide.Recordings.History;

namespace Lowtide.Serve.Settings;

/// <summary>What <c>lowtide serve</c> was asked to do.</summary>
internal sealed record ServeOptions
{
    public const int Port = 9923;

    /// <summary>Where nothing is asked for.</summary>
    public static ServeOptions Usual => new();

    /// <summary>Where it answers.</summary>
    public IPEndPoint Address { get; init; } = new(IPAddress.Loopback, Port);

    /// <summary>Between two looks.</summary>
    public TimeSpan Every { get; init; } = TimeSpan.FromSeconds(10);

    public WatchBudget Budget { get; init; } = WatchBudget.Usual;

    /// <summary>Of the history and the token.</summary>
    public string Folder { get; init; } = UsualFolder;

    /// <summary>That the history may take.</summary>
    public long HistoryBytes { get; init; } = HistoryFile.UsualBytes;

    public FamilyFilter Filter { get; init; } = FamilyFilter.All;

    /// <summary>Between two diagnoses of one family: no answer is to be older than ten minutes, and it takes some seconds until its turn has come.</summary>
    public TimeSpan DiagnoseEvery { get; init; } = TimeSpan.FromSeconds(590);

    /// <summary>Of the file; the first that is of a server counts.</summary>
    public IReadOnlyList<GuardStanza> Guards { get; init; } = [];

    /// <summary>Of respawns of all guards together, within an hour; null: each has its own alone.</summary>
    public int? GuardBudget { get; init; }

    /// <summary>Whether guards that are told to act may; else all say what they would do.</summary>
    public bool GuardsMayAct { get; init; }

    /// <summary>To what .NET runtimes tell of their collections.</summary>
    public bool DotNetEvents { get; init; } = true;

    /// <summary>Its address without /api, with a slash at its end; null where nobody is to be told.</summary>
    public Uri? Alertmanager { get; init; }

    /// <summary>Where changes of alerts are posted; null where they are not.</summary>
    public Uri? Webhook { get; init; }

    /// <summary>Where a collector takes metrics, with a slash at its end; null where none does.</summary>
    public Uri? Otlp { get; init; }

    /// <summary>Of a certificate as PEM; null where it answers in clear.</summary>
    public string? TlsCertificate { get; init; }

    public string? TlsKey { get; init; }

    /// <summary>It makes a certificate for itself at each start, for which nobody vouches.</summary>
    public bool TlsSelfSigned { get; init; }

    public bool IsTls => TlsCertificate is not null || TlsSelfSigned;

    /// <summary>Of all that it answers.</summary>
    public Uri Root => new($"{(IsTls ? "https" : "http")}://{Address}/");

    /// <summary>What does not go together; null where all does.</summary>
    public string? Wrong => (TlsCertificate is null) != (TlsKey is null) ? "tls-certificate and tls-key go together"
        : TlsCertificate is not null && TlsSelfSigned ? "tls-self-signed goes without tls-certificate"
        : !IsTls && !IPAddress.IsLoopback(Address.Address)
            ? "listen takes a loopback address, such as 127.0.0.1:9923, unless tls-certificate and tls-key are set, or tls-self-signed is on: "
                + "others would hear all in clear"
            : null;

    /// <summary>What a watch that runs cannot take over.</summary>
    public string? NeedsRestart(ServeOptions other) =>
        ServeSetting.All.FirstOrDefault(setting => setting.Fixed is { } of && !Equals(of(this), of(other)))?.Name;

    private const string OfServices = "/var/lib/lowtide";

    /// <summary>
    /// The one that a unit names (StateDirectory= of systemd.exec(5)); else that of services (file-hierarchy(7)) for root and whom it belongs to, and another
    /// user's as the XDG base directory specification says.
    /// </summary>
    public static string UsualFolder => Environment.GetEnvironmentVariable("STATE_DIRECTORY") is { Length: > 0 } given ? given.Split(':')[0]
        : Environment.IsPrivilegedProcess || OwnFile.IsOwn(OfServices) ? OfServices
        : Path.Combine(Environment.GetEnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } state ? state
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local/state"), "lowtide");
}
