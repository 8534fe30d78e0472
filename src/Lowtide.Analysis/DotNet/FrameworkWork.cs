using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>What the framework was doing for its caller as it allocated.</summary>
/// <param name="Growth">"a List&lt;T&gt; grows"; null where no collection did.</param>
/// <param name="Serialisation">"JSON"; null where no serialiser filled it.</param>
public sealed record FrameworkWork(string? Growth, string? Serialisation)
{
    private const string ChunkIt =
        "chunk it (ChunkedList, ChunkedHashSet and ChunkedDictionary of Lowtide.Collections never make a large object)";

    private const string FuseCollection = "fuse the steps that fill and read it where each element is read once, so that it disappears";

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
        { Growth: not null } => $"{ChunkIt}, or give it its final capacity, so that it does not grow through ever larger arrays; {FuseCollection}; "
            + "renting (ArrayPool<T>) does not fit, for it makes its arrays itself and lives on beyond the method",
        { Sized: not null } => $"it has its capacity already: {ChunkIt}; {FuseCollection}; renting (ArrayPool<T>) does not fit, "
            + "for it makes its arrays itself: keep one and clear it for the next use (ObjectPool<T>) where it is made again and again",
        { Serialisation: not null } => "fuse the steps, so that the whole is never in one piece: serialise into the response or the next writer "
            + "(JsonSerializer.SerializeAsync, Utf8JsonWriter, XmlWriter.WriteBase64 in pieces); else rent the buffer (ArrayPool<T>.Shared) "
            + "where it is given back in the same method; chunking helps only what must stay whole in memory",
        _ => "fuse the steps that fill and read it, so that it disappears; or rent it (ArrayPool<T>.Shared) where it is given back in the "
            + "same method, not where its life crosses methods; or chunk it (Lowtide.Collections) where it is a collection that lives on",
    };

    /// <summary>Behind what else is said of the allocation.</summary>
    public string Words => $"{((Growth ?? Sized) is { } collection ? $"; {collection}" : "")}{(Serialisation is null ? "" : $"; {Serialisation}")}";
}
