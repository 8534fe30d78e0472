namespace Lowtide.Capture.CRuby;

/// <summary>What a slot holds: the lowest five bits of its first word (enum ruby_value_type, include/ruby/internal/value_type.h).</summary>
internal static class RubyKinds
{
    public const int Count = 32;

    public const int None = 0;

    private const ulong Mask = Count - 1;

    private static readonly string?[] Names = Named(
        (1, "object"), (2, "class"), (3, "module"), (4, "float"), (5, "string"), (6, "regexp"), (7, "array"), (8, "hash"), (9, "struct"),
        (10, "bignum"), (11, "file"), (12, "data"), (13, "match"), (14, "complex"), (15, "rational"), (20, "symbol"), (26, "imemo"),
        (27, "node"), (28, "iclass"), (29, "zombie"), (30, "moved"));

    public static int Of(ulong flags) => (int)(flags & Mask);

    public static string Name(int kind) => Names[kind] ?? $"kind {kind}";

    private static string?[] Named(params (int Kind, string Name)[] names)
    {
        var all = new string?[Count];
        foreach (var (kind, name) in names)
            all[kind] = name;
        return all;
    }
}
