using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>What the framework was doing for its caller as it allocated.</summary>
/// <param name="Growth">"a List&lt;T&gt; grows"; null where no collection did.</param>
/// <param name="Serialisation">"JSON"; null where no serialiser filled it.</param>
public sealed record FrameworkWork(string? Growth, string? Serialisation)
{
    private const string ChunkIt = "chunk the collection (ChunkedList and others of Lowtide.Collections)";

    private const string FuseCollection = "where each element is read once, fuse the steps that fill and read it";

    /// <summary>"a HashSet is made at its capacity"; null where none was, or the first that did anything grew.</summary>
    public string? Sized { get; init; }

    /// <param name="stacks">Those that matter most first.</param>
    public static FrameworkWork Of(IReadOnlyList<DotNetStack?> stacks)
    {
        var collection = stacks.FirstOrDefault(stack => (Blame.Growth(stack) ?? Blame.Sized(stack)) is not null);
        return new FrameworkWork(Blame.Growth(collection), stacks.Select(Blame.Serialisation).FirstOrDefault(words => words is not null))
        {
            Sized = Blame.Sized(collection),
        };
    }

    /// <summary>What code that makes large objects in this way could do instead: fuse, rent and chunk each weighed, the way that fits best first.</summary>
    public string WaysOfLarge => this switch
    {
        { Growth: not null } => $"{ChunkIt}, or give it its final capacity; {FuseCollection}; "
            + "renting (ArrayPool<T>) does not fit, for a collection makes its arrays itself",
        { Sized: not null } => $"{ChunkIt}: it has its capacity already; {FuseCollection}; where one is made again and again, keep it and clear it "
            + "(ObjectPool<T>); renting (ArrayPool<T>) does not fit",
        { Serialisation: not null } => "fuse the steps: write into the response or the next writer (JsonSerializer.SerializeAsync, Utf8JsonWriter), "
            + "so that the whole is never in one piece; or rent a buffer (ArrayPool<T>.Shared) where the same method gives it back; "
            + "chunk only what must stay whole",
        _ => "fuse the steps that make and read such an object, so that none is made; or rent an array (ArrayPool<T>.Shared) where the same method "
            + "gives it back; or chunk a collection that lives on (Lowtide.Collections)",
    };

    /// <summary>Behind what else is said of the allocation.</summary>
    public string Words => $"{((Growth ?? Sized) is { } collection ? $"; {collection}" : "")}{(Serialisation is null ? "" : $"; {Serialisation}")}";
}
