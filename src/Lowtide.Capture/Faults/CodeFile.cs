using System.Globalization;
using Lowtide.Capture.CPython;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Elf.Frames;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.Faults;

/// <summary>One place in a program's code: which function it is in, and how to get to that function's caller.</summary>
/// <param name="Frame">Null where nothing tells how to go on.</param>
internal sealed record CodePlace(CodeFunction Function, CallFrame? Frame);

/// <param name="Id">One for each function of all files.</param>
/// <param name="IsCollector">Part of the cyclic collector of a language's runtime.</param>
/// <param name="IsExit">The runtime's finalisation.</param>
internal sealed record CodeFunction(int Id, string Name, string? File, bool IsCollector = false, bool IsExit = false);

/// <summary>The code of one mapped file. What is asked of it is kept, so each place costs its reading once.</summary>
internal sealed class CodeFile : IDisposable
{
    /// <summary>Before 3.13 the first calls what finalises, from there on it may only jump to the second.</summary>
    private static readonly string[] ExitFunctions = ["Py_FinalizeEx", "_Py_Finalize"];

    private readonly SafeFileHandle _handle;
    private readonly string _name;
    private readonly CodeFunctions _all;
    private readonly FrameTable? _frames;
    private readonly ElfFunctions _functions;
    private readonly IReadOnlySet<ulong>? _collector;
    private readonly HashSet<ulong> _exit;
    private readonly Dictionary<ulong, CodePlace?> _places = [];
    private readonly Dictionary<ulong, CodeFunction> _byStart = [];

    private CodeFile(SafeFileHandle handle, ElfFile file, string name, CodeFunctions all)
    {
        (_handle, File, _name, _all) = (handle, file, name, all);
        _frames = FrameTable.TryRead(file);
        _functions = ElfFunctions.Read(file);
        _collector = CollectorCode.Find(file, _functions, _frames);
        _exit = _collector is null ? [] : [.. ExitFunctions.SelectMany(_functions.Places)];
    }

    public ElfFile File { get; }

    /// <summary>About what its tables take: 8 for each frame, some hundred for each function with its name.</summary>
    public long KeptBytes => (8L * (_frames?.Count ?? 0)) + (100L * _functions.Count);

    /// <summary>Whether the collector's code can be told in it; null where it holds no runtime with one.</summary>
    public bool? CollectorKnown => _collector is null ? null : _collector.Count > 0;

    /// <summary>Null where this is no ELF file. The handle becomes its own.</summary>
    public static CodeFile? TryRead(SafeFileHandle handle, string name, CodeFunctions all)
    {
        if (ElfFile.TryOpen(handle) is { } file)
            return new CodeFile(handle, file, name, all);
        handle.Dispose();
        return null;
    }

    /// <param name="address">Of the file, before the load bias.</param>
    /// <returns>Null where no function is known there.</returns>
    public CodePlace? At(ulong address)
    {
        if (!_places.TryGetValue(address, out var place))
            _places[address] = place = Read(address);
        return place;
    }

    private CodePlace? Read(ulong address)
    {
        if (_frames?.Find(address) is { } entry)
            return new CodePlace(FunctionAt(entry.Start), CallFrame.At(entry, address));
        return _functions.NameOf(address) is { } name ? new CodePlace(Named(address, name), null) : null;
    }

    private CodeFunction FunctionAt(ulong start)
    {
        if (!_byStart.TryGetValue(start, out var function))
            _byStart[start] = function = Named(start, _functions.NameOf(start) ?? Unnamed(start));
        return function;
    }

    private string Unnamed(ulong start) =>
        $"[{(IsCollector(start) ? "collector " : "")}{_name}+0x{start.ToString("x", CultureInfo.InvariantCulture)}]";

    private bool IsCollector(ulong start) => _collector?.Contains(start) == true;

    private CodeFunction Named(ulong start, string name) =>
        _all.Add(name, _name, IsCollector(start), _exit.Contains(start));

    public void Dispose() => _handle.Dispose();
}

/// <summary>All functions that were met, by their ids; those of one name in one file are one.</summary>
internal sealed class CodeFunctions
{
    private readonly List<CodeFunction> _all = [];
    private readonly Dictionary<(string, string?), CodeFunction> _known = [];

    public CodeFunctions()
    {
        Cut = Add("[cut]", null);
        Kernel = Add("[kernel]", null);
        Unknown = Add("[unknown]", null);
    }

    /// <summary>Stands for the callers that the copy of the stack does not reach.</summary>
    public CodeFunction Cut { get; }

    public CodeFunction Kernel { get; }

    /// <summary>Code without a file, or that a file says nothing of.</summary>
    public CodeFunction Unknown { get; }

    public CodeFunction this[int id] => _all[id];

    public CodeFunction Add(string name, string? file, bool collector = false, bool exit = false)
    {
        if (_known.TryGetValue((name, file), out var known) && known.IsCollector == collector)
            return known;
        var function = new CodeFunction(_all.Count, name, file, collector, exit);
        _all.Add(function);
        _known[(name, file)] = function;
        return function;
    }
}
