using System.Diagnostics;

namespace Lowtide.Collections.Bench;

/// <summary>A way in which .NET compiles a program: people run ours in each of them.</summary>
internal sealed record Mode
{
    /// <summary>As the table calls it.</summary>
    public required string Name { get; init; }

    /// <summary>Variables of the environment that bring it about.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>Whether the program is the one that was compiled ahead of time.</summary>
    public required bool IsNative { get; init; }

    internal static readonly Mode[] All =
    [
        new() { Name = "default", Environment = new Dictionary<string, string>(StringComparer.Ordinal), IsNative = false },
        new() { Name = "no PGO", Environment = Only("DOTNET_TieredPGO"), IsNative = false },
        new() { Name = "no tiers", Environment = Only("DOTNET_TieredCompilation"), IsNative = false },
        new() { Name = "native", Environment = new Dictionary<string, string>(StringComparer.Ordinal), IsNative = true },
    ];

    /// <summary>How this program starts in this mode.</summary>
    /// <param name="native">The program that was compiled ahead of time.</param>
    /// <param name="arguments">Its own.</param>
    internal ProcessStartInfo Start(string native, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(IsNative ? native : System.Environment.ProcessPath!, arguments);
        foreach (var (variable, value) in Environment)
            start.Environment[variable] = value;
        return start;
    }

    private static Dictionary<string, string> Only(string variable) => new(StringComparer.Ordinal) { [variable] = "0" };
}
