namespace Lowtide.Launch;

/// <summary>The idle copy that Python's kit makes of a master (kits/python/lowtide_kit/keeper.py).</summary>
internal static class Keeper
{
    /// <summary>Why there would surely be none; null where there may be one.</summary>
    public static string? Refusal(IReadOnlyList<string> command) =>
        command.Count > 0 && Path.GetFileName(command[0]).StartsWith("uwsgi", StringComparison.Ordinal)
            ? "uWSGI runs no hook of Python's before its forks; "
                + "'lowtide record PID' before a reload and 'lowtide explain PID --before x.lowtide' after it serve there"
            : null;
}
