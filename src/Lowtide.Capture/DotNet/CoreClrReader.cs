using Lowtide.Capture.Elf;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.DotNet;

/// <summary>Finds the .NET runtime in a process: libcoreclr.so, or a program with it inside (a self-contained single file, or NativeAOT's).</summary>
/// <remarks>Collections are not counted in its memory: the runtime tells them itself, to whoever listens (<see cref="DotNetWatch"/>).</remarks>
public sealed class CoreClrReader : IRuntimeDecoder
{
    private readonly ElfFacts<CoreClrFile> _files = new(CoreClrFile.TryRead);

    public string Name => "dotnet";

    public bool TellsHeap => true;

    public RuntimeReading? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile, bool walk = false)
    {
        // The runtime maps memory for its code twice (memfd_create(2)), which may stand in front of the program's file.
        foreach (var (at, mapping) in Mapping.OfFiles(mappings).Where(mapping => !mapping.Path.StartsWith("/memfd:", StringComparison.Ordinal)).Index())
        {
            var library = mapping.FileName.SequenceEqual("libcoreclr.so");
            if (!library && at > 0)
                continue;
            if (_files.TryGet(mapping, openFile, out var file) && file is not null)
                return new RuntimeReading(new RuntimeFacts(Name, file.Version, Collector: null), []);
            if (library)
                return new RuntimeReading(new RuntimeFacts(Name, Version: null, Collector: null), []);
        }
        return null;
    }

    public RuntimeHeap? ReadHeap(AddressSpace space, RuntimeFacts runtime) => CoreClrHeap.Find(space);

    public IFollowedRuntime? Follow(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile) => null;
}
