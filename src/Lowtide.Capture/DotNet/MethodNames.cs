using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Capture.DotNet;

/// <summary>Which method's code stands where: jitted and precompiled ones, as the runtime tells them at the end of a trace.</summary>
internal sealed class MethodNames
{
    /// <summary>Programs have some ten thousand; generated code without end is not kept.</summary>
    internal const int MostMethods = 1_000_000;

    /// <summary>Of all names: a hundred of each of so many.</summary>
    internal const long MostLetters = 100_000_000;

    // Names come from the target: no pattern here may take longer for one than for another.
    private static readonly Regex Generated = new(@"^<(?<method>.+?)>(?<kind>[bg])__(?:(?<local>[^|]*)\|)?", RegexOptions.NonBacktracking);
    private static readonly Regex StateMachine = new(@"^(?<type>.*)\+<(?<method>.+?)>d__\d+(?:`\d+)?(?:\[.*\])?$", RegexOptions.NonBacktracking);
    private static readonly Regex Closure = new(@"\+<>c(?:__DisplayClass[\d_]*)?(?:`\d+)?(?:\[.*\])?$", RegexOptions.NonBacktracking);

    private readonly List<Method> _methods = [];
    private readonly Dictionary<string, string> _types = [];
    private bool _sorted = true;
    private long _letters;

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Method(ulong Start, ulong End, string Type, string Name);

    /// <summary>Told of beyond the bound.</summary>
    public long LeftOut { get; private set; }

    public void Add(MethodLoadUnloadVerboseTraceData data) =>
        Add(data.MethodStartAddress, (ulong)data.MethodSize, data.MethodNamespace, data.MethodName);

    internal void Add(ulong start, ulong size, string type, string name)
    {
        _letters += name.Length;
        if (!_types.TryGetValue(type, out var known))
            _letters += type.Length;
        if (_methods.Count == MostMethods || _letters > MostLetters)
        {
            LeftOut++;
            return;
        }
        if (known is null)
            _types[type] = known = type;
        _methods.Add(new Method(start, start + size, known, name));
        _sorted = false;
    }

    /// <param name="address">A return address: it may lie right behind its method.</param>
    public string? At(ulong address)
    {
        if (!_sorted)
            _methods.Sort((one, other) => one.Start.CompareTo(other.Start));
        _sorted = true;
        var next = AddressOrder.FirstBehind<Method>(CollectionsMarshal.AsSpan(_methods), address, static (method, at) => method.Start >= at);
        return next > 0 && _methods[next - 1] is var found && address <= found.End ? Readable(found.Type, found.Name) : null;
    }

    /// <summary>
    /// What the C# compiler makes of a lambda, a local function or an asynchronous method, back to the method that its author wrote.
    /// </summary>
    internal static string Readable(string type, string method)
    {
        if (Generated.Match(method) is { Success: true, Groups: var parts })
            return $"{Outer(type)}.{parts["method"].Value}{(parts["kind"].Value == "g" ? $".{parts["local"].Value}" : " (lambda)")}";
        if (method == "MoveNext" && StateMachine.Match(type) is { Success: true, Groups: var machine })
            return $"{Outer(machine["type"].Value)}.{machine["method"].Value}";
        return $"{type}.{method}";
    }

    /// <summary>The class that captured variables are kept in is nobody's.</summary>
    private static string Outer(string type) => Closure.Replace(type, "").Replace('+', '.');
}
