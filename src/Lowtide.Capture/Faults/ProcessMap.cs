using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Faults;

/// <summary>What is mapped where in one process, as of the last look, with the code of its files.</summary>
internal sealed class ProcessMap
{
    private readonly int _pid;
    private readonly CodeFiles _files;
    private List<Mapping> _mappings;
    private Code?[] _code;

    private ProcessMap(int pid, CodeFiles files, List<Mapping> mappings) =>
        (_pid, _files, _mappings, _code) = (pid, files, mappings, new Code?[mappings.Count]);

    /// <param name="File">Null where nothing can be read of it.</param>
    private sealed record Code(CodeFile? File, ulong Bias);

    /// <summary>Null if it has gone, or may not be looked at.</summary>
    public static ProcessMap? TryRead(int pid, CodeFiles files) =>
        Procfs.Mappings(pid) is { } mappings ? new ProcessMap(pid, files, mappings) : null;

    /// <returns>False where the process has gone: then the map stays as it was.</returns>
    public bool TryReadAgain()
    {
        if (Procfs.Mappings(_pid) is not { } mappings)
            return false;
        (_mappings, _code) = (mappings, new Code?[mappings.Count]);
        return true;
    }

    public Mapping? Find(ulong address) => Mapping.IndexOf(_mappings, address) is >= 0 and var index ? _mappings[index] : null;

    /// <summary>Null where no code of a file is mapped.</summary>
    public CodePlace? CodeAt(ulong address)
    {
        if (Mapping.IndexOf(_mappings, address) is not (>= 0 and var index) || _mappings[index] is not { Execute: true, IsAnonymous: false } mapping)
            return null;
        var code = _code[index] ??= Open(mapping);
        return code.File?.At(unchecked(address - code.Bias));
    }

    private Code Open(Mapping mapping) =>
        _files.Open(_pid, mapping) is { } file && file.File.LoadBias(mapping.Start, mapping.Offset) is { } bias
            ? new Code(file, bias)
            : new Code(null, 0);

    /// <summary>Whether code of a file is mapped there at all, of which nothing may be known.</summary>
    public bool IsCode(ulong address) => Find(address) is { Execute: true };

    /// <summary>Looks at every file whose code is mapped.</summary>
    /// <returns>Whether the collector's code can be told; null where no runtime with one is mapped.</returns>
    public bool? CollectorKnown()
    {
        bool? known = null;
        foreach (var mapping in _mappings)
            if (mapping is { Execute: true, IsAnonymous: false } && _files.Open(_pid, mapping)?.CollectorKnown is { } here)
                known = known == true || here;
        return known;
    }
}
