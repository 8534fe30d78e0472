namespace Midlife;

/// <summary>Collects whatever the memory: a library that watches a limit which nobody has set.</summary>
internal static class LimitWatcher
{
    public static void Check() => GC.Collect();

    public static void InEachMode()
    {
        GC.Collect(2, GCCollectionMode.Forced, blocking: true);
        GC.Collect(2, GCCollectionMode.Forced, blocking: false);
        GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        Compact();
    }

    public static void Compact() => GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
}
