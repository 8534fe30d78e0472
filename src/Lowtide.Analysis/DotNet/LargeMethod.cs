namespace Lowtide.Analysis.DotNet;

/// <summary>A method with all that it makes of large objects: what began collections was the method, whatever its types.</summary>
/// <param name="Types">Most bytes first; one without a type where only the collections tell of the method.</param>
public sealed record LargeMethod(string Caller, IReadOnlyList<LargeAllocator> Types)
{
    private const int MostTypes = 3;

    /// <summary>Most bytes first, then most collections.</summary>
    public static IReadOnlyList<LargeMethod> All(IReadOnlyList<LargeAllocator> allocators) =>
    [
        .. allocators.GroupBy(allocator => allocator.Caller)
            .Select(same => new LargeMethod(same.Key, [.. same]))
            .OrderByDescending(method => method.Bytes ?? 0)
            .ThenByDescending(method => method.Collections),
    ];

    /// <summary>Null where none were sampled.</summary>
    public long? Bytes => Types.Any(type => type.Bytes is not null) ? Types.Sum(type => type.Bytes ?? 0) : null;

    public int Collections => Types.Sum(type => type.Collections);

    /// <summary>Those that <see cref="Words"/> name.</summary>
    public IEnumerable<LargeAllocator> Named => Types.Take(MostTypes);

    /// <summary>Bytes and collections of the method, then its types, so that nobody takes its collections for those of one type.</summary>
    public string Words => Types.Count == 1 ? Types[0].Words
        : $"{Caller}: {Amount.Bytes(Bytes ?? 0)}{LargeAllocator.Begun(Collections)}; of it {string.Join(", ", Named.Select(Of))}{Others}";

    private string Others => Types.Skip(MostTypes).ToList() is { Count: > 0 } others
        ? $", {others.Count:N0} more {(others.Count == 1 ? "type" : "types")} {Amount.Bytes(others.Sum(other => other.Bytes ?? 0))}" : "";

    private static string Of(LargeAllocator one) =>
        $"{Blame.Type(one.Type ?? "")} {Amount.Bytes(one.Bytes ?? 0)}"
            + (one.Work.Words.TrimStart(';', ' ') is { Length: > 0 } work ? $" ({work})" : "");
}
