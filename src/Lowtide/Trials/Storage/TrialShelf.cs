using System.Globalization;

namespace Lowtide.Trials.Storage;

/// <summary>Where trials are kept that were given no file: the user's own place for state (XDG Base Directory 0.8).</summary>
internal static class TrialShelf
{
    private const UnixFileMode OwnersOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Null where the user has no such place.</summary>
    public static string? Folder(Func<string, string?> variable) =>
        variable("XDG_STATE_HOME") is ['/', ..] state ? Path.Combine(state, "lowtide", "trials")
        : variable("HOME") is ['/', ..] home ? Path.Combine(home, ".local", "state", "lowtide", "trials")
        : null;

    /// <summary>Named by when it began and what it is of; a name that is taken gets a number.</summary>
    /// <param name="open">Opens a file that is not there yet.</param>
    /// <exception cref="Failure">There is no such place, or it cannot be written to.</exception>
    public static FileStream Take(TrialHeader header, Func<string, FileStream> open)
    {
        var folder = Folder(Environment.GetEnvironmentVariable)
            ?? throw new Failure("no place to keep the trial, as HOME is not set: name a file with -o FILE");
        var name = string.Create(CultureInfo.InvariantCulture, $"{header.Started:yyyyMMdd-HHmmss}-{Plain(header.Plan.Command[0])}");
        try
        {
            Directory.CreateDirectory(folder, OwnersOnly);
            for (var number = 1; ; number++)
            {
                var path = Path.Combine(folder, $"{name}{(number > 1 ? $"-{number}" : "")}.jsonl");
                if (Path.Exists(path))
                    continue;
                try
                {
                    return open(path);
                }
                catch (IOException) when (Path.Exists(path))
                {
                    // Another trial was quicker: the next number.
                }
            }
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot keep the trial in {folder} ({Refusal.Why(refused)}): name a file with -o FILE");
        }
    }

    private static string Plain(string command)
    {
        var letters = Path.GetFileName(command).Where(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '_' or '-');
        return string.Concat(letters.Take(32)).Trim('.', '-') is { Length: > 0 } name ? name : "server";
    }
}
