using System.Reflection;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The return addresses that the runtime sent with an event. TraceEvent gives them to TraceLog alone, which first copies a whole trace to
/// a file of its own and holds an index of it in memory; so they are taken from the record behind the event, which has the shape
/// of Windows' EVENT_RECORD (evntcons.h).
/// </summary>
internal static unsafe class EventStack
{
    private const int ExtendedCount = 84, Extended = 88, ItemSize = 16, ItemType = 2, ItemLength = 6, ItemData = 8;
    private const ushort Stack64 = 6;

    /// <summary>An EVENT_EXTENDED_ITEM_STACK_TRACE64 begins with an id that nobody uses here.</summary>
    private const int MatchId = 8;

    private static readonly FieldInfo? Record = typeof(TraceEvent).GetField("eventRecord", BindingFlags.Instance | BindingFlags.NonPublic);

    /// <summary>Whether this TraceEvent lets them be read.</summary>
    public static bool IsTold => Record is not null;

    /// <returns>The innermost first; valid until the next event. Empty where there is none.</returns>
    public static ReadOnlySpan<ulong> Of(TraceEvent data)
    {
        if (Record?.GetValue(data) is not Pointer pointer)
            return [];
        var record = (byte*)Pointer.Unbox(pointer);
        var item = record is null ? null : *(byte**)(record + Extended);
        for (var left = item is null ? 0 : *(ushort*)(record + ExtendedCount); left > 0; left--, item += ItemSize)
            if (*(ushort*)(item + ItemType) == Stack64 && *(ushort*)(item + ItemLength) is var length and > MatchId)
                return MemoryMarshal.Cast<byte, ulong>(new ReadOnlySpan<byte>(*(byte**)(item + ItemData) + MatchId, (length - MatchId) & ~7));
        return [];
    }
}
