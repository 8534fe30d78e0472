namespace Lowtide.Capture.CPython;

/// <summary>
/// PyGC_Head (Include/internal/pycore_gc.h), which stands in front of every object that the collector can track: the next and the
/// previous head of its list, with flags in their low bits; both 0 when it is on none. From 3.8 on, but for free-threaded builds.
/// </summary>
internal static class CollectorHead
{
    public const int Size = 16;

    public const ulong FlagBits = 7;
}
