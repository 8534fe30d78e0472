using System.Net;
using Lowtide.Capture.Watching;

namespace Lowtide.Serve;

/// <summary>What <c>lowtide serve</c> was asked to do.</summary>
/// <param name="Address">Where it answers.</param>
/// <param name="Every">Between two looks.</param>
/// <param name="Folder">Of the history and the token.</param>
internal sealed record ServeOptions(IPEndPoint Address, TimeSpan Every, WatchBudget Budget, string Folder)
{
    public const int Port = 9923;

    /// <summary>Between two diagnoses of one family.</summary>
    public TimeSpan DiagnoseEvery { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Root's as services have it (file-hierarchy(7)), another user's as the XDG base directory specification says.</summary>
    public static string UsualFolder => Environment.IsPrivilegedProcess ? "/var/lib/lowtide"
        : Path.Combine(Environment.GetEnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } state ? state
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local/state"), "lowtide");
}
