using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Faults;

/// <summary>What is mapped where in one process, as of the last look, with the code of its files.</summary>
internal sealed class ProcessMap
{
    private readonly int _pid;
    private readonly CodeFiles _files;
    private List<Mapping> _mappings;
    private Dictionary<Mapping, (CodeFile File, ulong Bias)?> _code = [];
    private Mapping? _last;

    private ProcessMap(int pid, CodeFiles files, List<Mapping> mappings) => (_pid, _files, _mappings) = (pid, files, mappings);

    /// <summary>Null if it has gone, or may not be looked at.</summary>
    public static ProcessMap? TryRead(int pid, CodeFiles files) =>
        Procfs.Mappings(pid) is { } mappings ? new ProcessMap(pid, files, mappings) : null;

    /// <returns>False where the process has gone: then the map stays as it was.</returns>
    public bool TryReadAgain()
    {
        if (Procfs.Mappings(_pid) is not { } mappings)
            return false;
        (_mappings, _code, _last) = (mappings, [], null);
        return true;
    }

    public Mapping? Find(ulong address)
    {
        if (_last?.Contains(address) == true)
            return _last;
        int low = 0, high = _mappings.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (_mappings[middle].End <= address)
                low = middle + 1;
            else if (_mappings[middle].Start > address)
                high = middle - 1;
            else
                return _last = _mappings[middle];
        }
        return null;
    }

    /// <summary>Null where no code of a file is mapped.</summary>
    public CodePlace? CodeAt(ulong address)
    {
        if (Find(address) is not { Execute: true, IsAnonymous: false } mapping)
            return null;
        if (!_code.TryGetValue(mapping, out var code))
            _code[mapping] = code = _files.Open(_pid, mapping) is { } file && file.File.LoadBias(mapping.Start, mapping.Offset) is { } bias
                ? (file, bias)
                : null;
        return code is { } known ? known.File.At(unchecked(address - known.Bias)) : null;
    }

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

/// <summary>Every file of code, opened once however many processes map it.</summary>
internal sealed class CodeFiles(CodeFunctions functions) : IDisposable
{
    private readonly Dictionary<(ulong Device, ulong Inode, string Path), CodeFile?> _known = [];

    public CodeFile? Open(int pid, Mapping mapping)
    {
        var key = (mapping.Device, mapping.Inode, mapping.Path);
        if (_known.TryGetValue(key, out var file))
            return file;
        // Not kept where it cannot be opened: by way of another process it may.
        if (MappedFile.TryOpen(pid, mapping) is not { } handle)
            return null;
        return _known[key] = CodeFile.TryRead(handle, mapping.FileName.ToString(), functions);
    }

    public void Dispose()
    {
        foreach (var file in _known.Values)
            file?.Dispose();
    }
}
