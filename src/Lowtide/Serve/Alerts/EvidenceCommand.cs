using System.Globalization;
using Lowtide.Recordings;
using Lowtide.Serve.Settings;

namespace Lowtide.Serve.Alerts;

/// <summary>What to type to see what an alert rests on.</summary>
internal static class EvidenceCommand
{
    /// <summary>Of a server that was looked into what was kept: its process may be gone when somebody asks.</summary>
    public static string Of(FamilyAlert alert) => alert switch
    {
        { Alert.Rule.IsHeard: true } => $"sudo lowtide explain {alert.Pid} --listen 60s",
        { Looked: { } looked } => $"{Reader} explain {alert.Family} --since {Text(Earlier((alert.Alert.Since ?? looked) - alert.Alert.Rule.Stretch, looked))}"
            + (alert.Folder == ServeOptions.UsualFolder ? "" : $" --history {ShellWord.Of(Path.GetFullPath(alert.Folder))}"),
        _ => $"sudo lowtide explain {alert.Pid}",
    };

    /// <summary>A history is read by whom it belongs to.</summary>
    private static string Reader => Environment.IsPrivilegedProcess ? "sudo lowtide"
        : ServiceNotice.HasManager ? $"sudo -u {ShellWord.Of(Environment.UserName)} lowtide" : "lowtide";

    private static DateTimeOffset Earlier(DateTimeOffset one, DateTimeOffset looked) => one < looked ? one : looked - TimeSpan.FromMinutes(1);

    private static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm'Z'", CultureInfo.InvariantCulture);
}
