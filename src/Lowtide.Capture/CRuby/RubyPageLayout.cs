namespace Lowtide.Capture.CRuby;

/// <summary>How a version of CRuby lays out its heap pages: struct heap_page and struct heap_page_body of its gc.c.</summary>
/// <param name="PageBytes">The alignment of a page's body, and its size but for what malloc may need of it (HEAP_PAGE_ALIGN).</param>
/// <param name="TransientBytes">Of the one mapping of the transient heap (TRANSIENT_HEAP_TOTAL_SIZE, transient_heap.c); null where there is none.</param>
/// <param name="OldFlags">Those of a slot's first word that are all set in an old object (RUBY_FL_PROMOTED).</param>
/// <param name="Start">Of struct heap_page: the address of its first slot.</param>
/// <param name="Links">Of struct heap_page: page_node, the next of its list and the one before.</param>
/// <param name="InTomb">Of its flags, what says that it is set aside as empty; null where such a page is in no list of pages.</param>
internal sealed record RubyPageLayout(int Major, int Minor, int PageBytes, ulong OldFlags, ulong? TransientBytes, int Start, int Links, uint? InTomb)
{
    /// <summary>Of struct heap_page, in all versions from 3.1 on: two shorts in front, and the flags behind five.</summary>
    public const int SlotBytes = 0, TotalSlots = 2, Flags = 12;

    /// <summary>Of struct heap_page, up to the end of its links: what is read of it.</summary>
    public int Size => Links + (2 * sizeof(ulong));

    /// <summary>Only versions whose reading was held against the interpreter's own account (tests/Live/CRuby).</summary>
    private static readonly RubyPageLayout[] Rows =
    [
        new(3, 1, 1 << 14, 3 << 5, 32ul << 20, Start: 32, Links: 48, InTomb: 8),
        new(3, 3, 1 << 16, 1 << 5, null, Start: 32, Links: 48, InTomb: 8),
    ];

    /// <summary>Those that are known, as "3.1".</summary>
    public static IEnumerable<string> Versions => Rows.Select(row => $"{row.Major}.{row.Minor}");

    /// <param name="version">"3.1.2"</param>
    /// <returns>Null for one that is not known.</returns>
    public static RubyPageLayout? For(string? version) =>
        System.Version.TryParse(version, out var number)
            ? Array.Find(Rows, row => row.Major == number.Major && row.Minor == number.Minor)
            : null;
}
