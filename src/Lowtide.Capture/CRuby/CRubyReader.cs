using Lowtide.Capture.Elf;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Capture.CRuby;

/// <summary>Finds the CRuby in a process by the file that exports it, libruby or a program with it inside.</summary>
public sealed class CRubyReader : IRuntimeDecoder
{
    private readonly ElfFacts<CRubyFile> _files = new(CRubyFile.TryRead);

    public string Name => "cruby";

    public RuntimeReading? Read(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile, bool walk = false) =>
        Version(mappings, openFile) is { } version ? new RuntimeReading(new RuntimeFacts(Name, version, Collector: null), []) : null;

    public bool TellsHeap => true;

    public bool SamplesHeap => true;

    public RuntimeHeap? ReadHeap(AddressSpace space, RuntimeFacts runtime) => RubyPageLayout.For(runtime.Version) is { } layout
        ? new RubyHeapReader(space, layout).Read(space.Mappings, mapping => space.Touched(mapping, out _))
        : null;

    /// <summary>Its collections are counted where no address leads to without symbols; the kit tells them.</summary>
    public IFollowedRuntime? Follow(IMemory memory, IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile) => null;

    private string? Version(IReadOnlyList<Mapping> mappings, Func<Mapping, SafeFileHandle?> openFile)
    {
        // A program with Ruby inside may be called anything.
        foreach (var (at, mapping) in Mapping.OfFiles(mappings).Index())
            if ((at == 0 || IsNamedRuby(mapping.FileName)) && _files.TryGet(mapping, openFile, out var file) && file is not null)
                return file.Version;
        return null;
    }

    /// <summary>libruby-3.1.so.3.1.2, libruby.so.3.3, ruby, ruby3.1.</summary>
    private static bool IsNamedRuby(ReadOnlySpan<char> name) => name.StartsWith("libruby") || name.StartsWith("ruby");
}
