namespace Midlife;

/// <summary>A set of some ten thousand ids for one request.</summary>
internal static class AccessRights
{
    private static int _total;

    public static void Load()
    {
        var rights = new HashSet<int>();
        for (var id = 0; id < 20_000; id++)
            rights.Add(id);
        _total += rights.Count;
    }
}
