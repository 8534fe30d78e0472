using System.Globalization;

namespace Lowtide.Trials.Runs;

/// <summary>A signal that asks something of a server, by its name or number (signal(7), x86-64).</summary>
internal static class ServerSignal
{
    private static readonly Dictionary<string, int> Names = new(StringComparer.OrdinalIgnoreCase)
    {
        ["HUP"] = 1,
        ["INT"] = 2,
        ["QUIT"] = 3,
        ["USR1"] = 10,
        ["USR2"] = 12,
        ["TERM"] = 15,
        ["WINCH"] = 28,
    };

    public static IEnumerable<string> Known => Names.Keys;

    /// <param name="option">That takes it.</param>
    /// <exception cref="Failure">A wrong call.</exception>
    public static int Parse(string option, string text)
    {
        var name = text.StartsWith("SIG", StringComparison.OrdinalIgnoreCase) ? text[3..] : text;
        if (Names.TryGetValue(name, out var known))
            return known;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is > 0 and <= 64
            ? number
            : throw Failure.Wrong($"{option} takes {string.Join(", ", Names.Keys)} or a number from 1 to 64, not '{text}'");
    }
}
