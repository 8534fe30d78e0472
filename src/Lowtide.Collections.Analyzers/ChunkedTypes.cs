using Microsoft.CodeAnalysis;

namespace Lowtide.Collections.Analyzers;

/// <summary>The framework's collections and ours in their stead.</summary>
internal static class ChunkedTypes
{
    internal const string Namespace = "Lowtide.Collections";
    internal const string Marshal = "CollectionsMarshal";
    internal const string ChunkedMarshal = "ChunkedCollectionsMarshal";

    private static readonly Dictionary<string, string> Names = new(StringComparer.Ordinal)
    {
        ["List"] = "ChunkedList",
        ["HashSet"] = "ChunkedHashSet",
        ["Dictionary"] = "ChunkedDictionary",
    };

    /// <summary>"ChunkedList" for any List; null for another type.</summary>
    internal static string? InsteadOf(ITypeSymbol? type) =>
        type is INamedTypeSymbol { Arity: > 0 } named && IsIn(named, "System.Collections.Generic")
        && Names.TryGetValue(named.Name, out var chunked) ? chunked : null;

    /// <summary>Whether it is one of those that ours stand in for, or a type within one (its keys, its enumerator).</summary>
    internal static bool IsFrameworks(ITypeSymbol? type) => InsteadOf(type?.ContainingType ?? type) is not null;

    /// <summary>Whether it is one of ours, derived from one, or a lookup by other keys of one.</summary>
    internal static bool IsChunked(ITypeSymbol? type)
    {
        for (var one = type?.ContainingType ?? type as INamedTypeSymbol; one is not null; one = one.BaseType)
        {
            if (IsIn(one, Namespace) && Names.ContainsValue(one.Name))
                return true;
        }
        return false;
    }

    internal static bool IsMarshal(ISymbol? symbol) =>
        symbol is INamedTypeSymbol { Name: Marshal } type && IsIn(type, "System.Runtime.InteropServices");

    private static bool IsIn(INamedTypeSymbol type, string space) =>
        string.Equals(type.ContainingNamespace?.ToDisplayString(), space, StringComparison.Ordinal);
}
