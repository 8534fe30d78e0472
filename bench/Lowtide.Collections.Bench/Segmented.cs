using System.Runtime.CompilerServices;

namespace Lowtide.Collections.Bench;

// Roslyn's collections, which are cut in pieces for the same reason. They are its own: the compiler of the runtime is asked to let us call them, as directly as
// what is public (UnsafeAccessorTypeAttribute, .NET 10). What would need their structs, as foreach does, cannot be named so.

/// <summary>A list, which is held as an object.</summary>
internal static class SegmentedList<T>
{
    private const string Name = "Microsoft.CodeAnalysis.Collections.SegmentedList`1[[!0]], Microsoft.CodeAnalysis";

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType(Name)]
    internal static extern object New();

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Add")]
    internal static extern void Add([UnsafeAccessorType(Name)] object list, T item);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Item")]
    internal static extern T Item([UnsafeAccessorType(Name)] object list, int index);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Count")]
    internal static extern int Count([UnsafeAccessorType(Name)] object list);
}

/// <summary>A set, which is held as an object.</summary>
internal static class SegmentedSet<T>
{
    private const string Name = "Microsoft.CodeAnalysis.Collections.SegmentedHashSet`1[[!0]], Microsoft.CodeAnalysis";

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType(Name)]
    internal static extern object New();

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Add")]
    internal static extern bool Add([UnsafeAccessorType(Name)] object set, T item);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Contains")]
    internal static extern bool Contains([UnsafeAccessorType(Name)] object set, T item);
}

/// <summary>A dictionary, which is held as an object.</summary>
internal static class SegmentedDictionary<TKey, TValue>
    where TKey : notnull
{
    private const string Name = "Microsoft.CodeAnalysis.Collections.SegmentedDictionary`2[[!0],[!1]], Microsoft.CodeAnalysis";

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType(Name)]
    internal static extern object New();

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Add")]
    internal static extern void Add([UnsafeAccessorType(Name)] object map, TKey key, TValue value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "TryGetValue")]
    internal static extern bool TryGetValue([UnsafeAccessorType(Name)] object map, TKey key, out TValue value);
}
