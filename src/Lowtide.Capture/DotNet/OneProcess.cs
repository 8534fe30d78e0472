using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The process of a trace that is read: the first of which a runtime tells. From format 6 on one file may hold those of a whole machine, whose
/// collections have the same numbers.
/// </summary>
internal sealed class OneProcess
{
    private const int MostNamed = 5;

    private readonly Dictionary<int, long> _others = [];
    private int? _first, _read;

    /// <summary>Where no runtime tells anything, the first of all; 0 of an empty trace.</summary>
    public int Pid => _read ?? _first ?? 0;

    /// <summary>Whether an event is to be read. Those of a kernel, of any process, neither choose one nor are counted: nobody reads them.</summary>
    public bool Takes(string provider, int pid)
    {
        _first ??= pid;
        if (!provider.StartsWith(ClrTraceEventParser.ProviderName, StringComparison.Ordinal) && provider != ActivityEvent.Provider)
            return true;
        _read ??= pid;
        if (pid == _read)
            return true;
        _others[pid] = _others.GetValueOrDefault(pid) + 1;
        return false;
    }

    /// <summary>Null where there is no other.</summary>
    public Unreadable? LeftOut()
    {
        if (_others.Count == 0)
            return null;
        var most = _others.OrderByDescending(other => other.Value).ThenBy(other => other.Key).Take(MostNamed).Select(other => $"{other.Key}");
        return new Unreadable(
            "dotnet.other-processes", "other processes of the trace",
            $"{Pid} alone is read, of which a runtime told first; {_others.Values.Sum():N0} events of {_others.Count:N0} more are left out "
                + $"({string.Join(", ", most)}{(_others.Count > MostNamed ? ", ..." : "")})",
            "trace one process");
    }
}
