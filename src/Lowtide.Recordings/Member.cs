using System.Text.Json.Serialization;

namespace Lowtide.Recordings;

/// <summary>One process of a family and what was read of it.</summary>
/// <param name="Settings">Those environment variables at its start that a runtime or an allocator obeys, by name
/// (<see cref="WatchedSettings"/>); null where the environment could not be read.</param>
/// <param name="Census">Null for a master, and where it was not asked for or not permitted.</param>
/// <param name="MasterCopiedBytes">For a master: pages that its workers still share with each other while
/// it has a copy of its own, so the copy is the master's doing. Null where not read.</param>
public sealed record Member(
    ProcessFacts Process,
    MemoryUse Memory,
    RuntimeFacts? Runtime,
    AllocatorFacts? Allocator,
    IReadOnlyDictionary<string, string>? Settings,
    [property: JsonIgnore] PageCensus? Census = null,
    long? MasterCopiedBytes = null)
{
    /// <summary>Whether 'lowtide run' was told to start it with this remedy; null where the environment could not be read.</summary>
    public bool? WasAskedFor(string remedy) => Settings?.GetValueOrDefault(WatchedSettings.Remedies, "").Split(',').Contains(remedy);

    /// <summary>For a worker: the bytes of its copied pages by what they show of the write that copied them; null where
    /// that was not asked for, or the runtime's heap cannot be told from outside.</summary>
    public IReadOnlyList<CopiedBytes>? Copies { get; init; }

    /// <summary>Which code objects and functions stand there, most bytes first; null where <see cref="Copies"/> is.</summary>
    public IReadOnlyList<CopiedCode>? CopiedCode { get; init; }

    /// <summary>Null where they were not looked for: of one member only, and where somebody asked.</summary>
    public PendingDestructors? Destructors { get; init; }

    /// <summary>What its .NET runtime told of its collector, put here from the recording's trace; null where it was not listened to.</summary>
    [JsonIgnore]
    public DotNetSettings? DotNet { get; init; }

    /// <summary>Null where it was not started with the kit, or its memory may not be read.</summary>
    public KitNotes? Notes { get; init; }

    /// <summary>
    /// The process whose <see cref="Allocator"/>, <see cref="RubyHeap"/>, <see cref="PythonHeap"/> and <see cref="Parts"/> stand for its own, which were not
    /// read: a watch walks the heaps of some workers. Null where they are its own.
    /// </summary>
    public int? HeapsOf { get; init; }

    /// <summary>Cell by cell; null where its heaps were not walked.</summary>
    public IReadOnlyList<HeapPicture>? Heaps { get; init; }

    /// <summary>Null where it runs no CRuby whose heap can be told from outside, or that was not asked for.</summary>
    public RubyHeap? RubyHeap { get; init; }

    /// <summary>Null where it runs no CPython whose pools can be told from outside, or that was not asked for.</summary>
    public PythonHeap? PythonHeap { get; init; }

    /// <summary>Its resident memory by purpose; null but of a Ruby or CPython whose heap was read, and of a .NET.</summary>
    public IReadOnlyList<ResidentPart>? Parts { get; init; }

    /// <summary>Null where it was not started with Ruby's kit, or its memory may not be read.</summary>
    public RubyKit? RubyKit { get; init; }

    /// <summary>What LD_PRELOAD named when it started; null where the environment could not be read.</summary>
    public IReadOnlyList<PreloadFacts>? Preloads { get; init; }

    /// <summary>For a worker: the collector's state when its master first forked; null where no keeper tells.</summary>
    public CollectorFacts? AtFork { get; init; }

    /// <summary>Of a processor, in user and kernel, from its start until it was looked at; null where it was not read.</summary>
    public double? ProcessorSeconds { get; init; }

    /// <summary>How much of what it inherited was read; null where <see cref="Copies"/> is.</summary>
    public ReadSample? Reads { get; init; }
}
