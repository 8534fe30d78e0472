using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>One setting of .NET's collector with a value (dotnet/runtime: gcconfig.h).</summary>
/// <param name="Key">Behind DOTNET_ in the environment.</param>
/// <param name="Option">In runtimeconfig.json; null where the runtime looks for it in the environment only.</param>
/// <param name="Noted">As GC.GetConfigurationVariables calls it; null where it leaves it out.</param>
/// <param name="Value">1 and 0 for a switch.</param>
/// <param name="IsSwitch">Whether runtimeconfig.json and GC.GetConfigurationVariables say true and false of it.</param>
internal sealed record GcSetting(string Key, string? Option, string? Noted, long Value, bool IsSwitch = false)
{
    /// <summary>Those that one remedy switches on and another off.</summary>
    public static GcSetting Server(bool on) => new(CollectorKind.Key, CollectorKind.Option, "ServerGC", on ? 1 : 0, IsSwitch: true)
    {
        Property = "ServerGarbageCollection",
        Told = settings => Number(settings.Server),
    };

    /// <inheritdoc cref="Server"/>
    public static GcSetting Concurrent(bool on) => new("gcConcurrent", "System.GC.Concurrent", "ConcurrentGC", on ? 1 : 0, IsSwitch: true)
    {
        Property = "ConcurrentGarbageCollection",
        Told = settings => Number(settings.Concurrent),
    };

    /// <inheritdoc cref="Server"/>
    public static GcSetting Adaptation(bool on) =>
        new("GCDynamicAdaptationMode", "System.GC.DynamicAdaptationMode", "GCDynamicAdaptationMode", on ? 1 : 0)
        {
            Property = "GarbageCollectionAdaptationMode",
        };

    /// <summary>What the runtime tells of it at the end of a trace; null where it leaves it out.</summary>
    public Func<DotNetSettings, long?>? Told { get; init; }

    /// <summary>Of the project file; null where MSBuild has none for it.</summary>
    public string? Property { get; init; }

    public string Variable => DotNetVariable.Prefix + Key;

    /// <summary>The runtime reads numbers of its environment as hexadecimal.</summary>
    public string Hexadecimal => Value.ToString("X", CultureInfo.InvariantCulture);

    /// <summary>As runtimeconfig.json has it, in JSON.</summary>
    public string Json => IsSwitch ? (Value == 1 ? "true" : "false") : Value.ToString(CultureInfo.InvariantCulture);

    /// <summary>What the runtime's own answer says: of switches "True" and "False".</summary>
    /// <returns>Null of what is neither that nor a number.</returns>
    public static long? Number(string noted) =>
        bool.TryParse(noted, out var on) ? Number(on)
        : long.TryParse(noted, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number
        : null;

    private static long? Number(bool? on) => on is { } known ? known ? 1 : 0 : null;
}
