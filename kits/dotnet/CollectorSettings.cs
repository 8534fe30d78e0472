using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Lowtide.DotNetKit;

/// <summary>What the runtime says of its collector, by the names of its own interface.</summary>
internal static class CollectorSettings
{
    /// <summary>"setting", a name and a value, with tabs between.</summary>
    public static IEnumerable<string> Lines()
    {
        yield return Line("FrameworkDescription", RuntimeInformation.FrameworkDescription);
        yield return Line("ProcessorCount", Environment.ProcessorCount);
        yield return Line("IsServerGC", GCSettings.IsServerGC);
        yield return Line("LatencyMode", GCSettings.LatencyMode);
        foreach (DictionaryEntry setting in Configuration())
            yield return Line((string)setting.Key, setting.Value);
        foreach (var (name, value) in Memory())
            yield return Line(name, value);
    }

    /// <summary>GC.GetConfigurationVariables, which .NET 7 was the first to have.</summary>
    private static IDictionary Configuration() =>
        typeof(GC).GetMethod("GetConfigurationVariables", Type.EmptyTypes)?.Invoke(null, null) as IDictionary ?? new Hashtable();

    /// <summary>Of GC.GetGCMemoryInfo what holds before the first collection too: the limits.</summary>
    private static IEnumerable<(string Name, object? Value)> Memory()
    {
        var info = typeof(GC).GetMethod("GetGCMemoryInfo", Type.EmptyTypes)?.Invoke(null, null);
        foreach (var name in new[] { "TotalAvailableMemoryBytes", "HighMemoryLoadThresholdBytes" })
            if (info?.GetType().GetProperty(name)?.GetValue(info) is { } value)
                yield return (name, value);
    }

    private static string Line(string name, object? value) =>
        $"setting\t{name}\t{Convert.ToString(value, CultureInfo.InvariantCulture)?.Replace('\t', ' ').Replace('\n', ' ')}";
}
