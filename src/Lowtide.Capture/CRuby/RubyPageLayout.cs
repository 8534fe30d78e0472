namespace Lowtide.Capture.CRuby;

/// <summary>How a version of CRuby lays out its heap pages: struct heap_page and struct heap_page_body of its gc.c.</summary>
/// <param name="PageBytes">The alignment of a page's body, and its size but for what malloc may need of it (HEAP_PAGE_ALIGN).</param>
/// <param name="TransientBytes">Of the one mapping of the transient heap (TRANSIENT_HEAP_TOTAL_SIZE, transient_heap.c); null where there is none.</param>
/// <param name="OldFlags">Those of a slot's first word that are all set in an old object (RUBY_FL_PROMOTED).</param>
internal sealed record RubyPageLayout(int Major, int Minor, int PageBytes, ulong OldFlags, ulong? TransientBytes)
{
    /// <summary>Of struct heap_page, so far alike in all rows.</summary>
    public const int SlotBytes = 0, TotalSlots = 2, Flags = 12, Start = 32, Links = 48, Size = 64;

    /// <summary>in_tomb, the fourth of its bits.</summary>
    public const uint InTomb = 8;

    /// <summary>Only versions whose reading was held against the interpreter's own account (tests/Live/CRuby).</summary>
    private static readonly RubyPageLayout[] Rows =
    [
        new(3, 1, 1 << 14, 3 << 5, 32ul << 20),
        new(3, 3, 1 << 16, 1 << 5, null),
    ];

    /// <param name="version">"3.1.2"</param>
    /// <returns>Null for one that is not known.</returns>
    public static RubyPageLayout? For(string? version) =>
        System.Version.TryParse(version, out var number)
            ? Array.Find(Rows, row => row.Major == number.Major && row.Minor == number.Minor)
            : null;
}
