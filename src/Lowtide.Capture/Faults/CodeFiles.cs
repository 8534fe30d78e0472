using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Faults;

/// <summary>Every file of code, opened once however many processes map it.</summary>
internal sealed class CodeFiles(CodeFunctions functions) : IDisposable
{
    /// <summary>
    /// Of all tables together: that of one file may have 16 MiB of frames and a million names, and a target may map thousands of files that were made so.
    /// A browser's are 60 MiB, not stripped.
    /// </summary>
    private const long MostBytes = 256 << 20;

    /// <summary>Each holds a descriptor, of which 1,024 are usual.</summary>
    private const int MostFiles = 512;

    private readonly Dictionary<(ulong Device, ulong Inode, string Path), CodeFile?> _known = [];
    private long _bytes;
    private int _files;
    private bool _isLeftOut;

    /// <summary>What was not opened, as there was too much.</summary>
    public Unreadable? LeftOut => !_isLeftOut ? null : new Unreadable(
        "faults.code-files", $"the functions of some files of code, beyond {MostFiles} files or {MostBytes >> 20} MiB of them",
        "to keep more would take too much memory", Mend: null);

    public CodeFile? Open(int pid, Mapping mapping)
    {
        var key = (mapping.Device, mapping.Inode, mapping.Path);
        if (_known.TryGetValue(key, out var file))
            return file;
        if (_files >= MostFiles || _bytes >= MostBytes)
        {
            _isLeftOut = true;
            return null;
        }
        // Not kept where it cannot be opened: by way of another process it may.
        if (MappedFile.TryOpen(pid, mapping) is not { } handle)
            return null;
        file = _known[key] = CodeFile.TryRead(handle, mapping.FileName.ToString(), functions);
        _bytes += file?.KeptBytes ?? 0;
        _files += file is null ? 0 : 1;
        return file;
    }

    public void Dispose()
    {
        foreach (var file in _known.Values)
            file?.Dispose();
    }
}
