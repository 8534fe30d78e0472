using System.Text.RegularExpressions;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>The service of systemd's that runs a server: its file has the command, where the process shows only a title.</summary>
public static partial class ServiceUnit
{
    /// <returns>"shop.service"; null where it runs in no service, or that was not read.</returns>
    public static string? Of(FamilySnapshot family) =>
        family.Cgroup?.Path.Split('/').LastOrDefault(part => Name().IsMatch(part) && !part.StartsWith("user@", StringComparison.Ordinal));

    /// <summary>systemd.unit(5). A name with more in it, such as an escape's backslash, would have to be quoted.</summary>
    [GeneratedRegex(@"^[A-Za-z0-9:_.@-]+\.service\z", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Name();
}
