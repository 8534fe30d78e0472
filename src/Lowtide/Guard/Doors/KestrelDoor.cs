using System.Globalization;
using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>
/// ASP.NET Core: SIGTERM to its one process, which then stops. It closes its socket first: so either somebody else keeps that open until the next one is there,
/// as systemd does (sd_listen_fds(3)), or a proxy goes to another meanwhile. Not all are answered even so: a connection that it has accepted and answered
/// nothing on may be closed. Measured with .NET 10: 4 in 100 recycles, and 6 in 3 on a machine that was busy with others.
/// </summary>
internal sealed class KestrelDoor : IDoor
{
    public string Server => "Kestrel (ASP.NET Core)";

    public string Way => "SIGTERM";

    public int Signal => Signals.Terminate;

    public bool IsOf(ServerFacts facts) => facts.Mapped.Contains("libcoreclr.so")
        && facts.Mapped.Any(file => file.StartsWith("Microsoft.AspNetCore.Server.Kestrel", StringComparison.Ordinal));

    private const string Count = "LISTEN_FDS", Pid = "LISTEN_PID";

    public IReadOnlyList<string> Variables { get; } = [Count, Pid];

    public string? Closed(ServerFacts facts, DoorOptions options)
    {
        if (!facts.IsAlone)
            return "it has children, which Lowtide knows nothing of";
        if (!IsHanded(facts) && !options.IsProxied)
            return facts.Variables is null ? "its environment may not be read, which says whether its socket is kept open for it"
                : "nobody keeps its socket open while it is started anew: it has none by socket activation "
                    + "(--proxied yes says that a proxy goes to another instance meanwhile)";
        return Supervision.Missing(facts, options);
    }

    public bool NeedsPeers(ServerFacts facts) => !IsHanded(facts);

    /// <summary>Its socket was given to it, and stays with whoever gave it. The pid is its own one, as it sees that.</summary>
    private static bool IsHanded(ServerFacts facts) => facts.Variables is { } variables
        && int.TryParse(variables.GetValueOrDefault(Count), NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0
        && variables.GetValueOrDefault(Pid) == facts.OwnPid?.ToString(CultureInfo.InvariantCulture);
}
