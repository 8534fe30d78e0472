using Lowtide.Capture.Elf;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>Finds the .NET runtime in a process: libcoreclr.so, or a program with it inside (a self-contained single file).</summary>
/// <remarks>Collections are not counted in its memory: the runtime tells them itself, to whoever listens (<see cref="DotNetWatch"/>).</remarks>
public sealed class CoreClrReader : IRuntimeDecoder
{
    private readonly ElfFacts<CoreClrFile> _files = new(CoreClrFile.TryRead);

    public string Name => "dotnet";

    public RuntimeReading? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile)
    {
        string? last = null;
        foreach (var mapping in mappings)
        {
            if (mapping.IsAnonymous || ReferenceEquals(mapping.Path, last))
                continue;
            var program = last is null;
            last = mapping.Path;
            var library = mapping.FileName.SequenceEqual("libcoreclr.so");
            if (!library && !program)
                continue;
            if (_files.TryGet(mapping, openFile, out var file) && file is not null)
                return new RuntimeReading(new RuntimeFacts(Name, file.Version, Collector: null), []);
            if (library)
                return new RuntimeReading(new RuntimeFacts(Name, Version: null, Collector: null), []);
        }
        return null;
    }

    public IFollowedRuntime? Follow(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile) => null;
}
