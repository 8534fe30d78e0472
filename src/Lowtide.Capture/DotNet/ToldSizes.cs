using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// The sizes that all collections of a runtime told, added up: so many, and so large ones, may damaged or made-up events tell that their sums would
/// overflow, and that no recording could hold them. Ten collections a second of a heap of 100 GB take ten days to be as much.
/// </summary>
internal sealed class ToldSizes
{
    /// <summary>Of one kind. A recording holds twice as much in a column.</summary>
    private const double Most = 1L << 60;

    private double _before, _after, _promoted, _free;

    /// <summary>Adds those of one, of sizes that each can be, where it does not lead too far.</summary>
    public bool HasRoomFor(DotNetCollection collection)
    {
        var (before, after) = (_before + Sum(collection.Before), _after + Sum(collection.After));
        var (promoted, free) = (_promoted + Sum(collection.PromotedBytes), _free + Sum(collection.FreeAfter));
        if (Math.Max(Math.Max(before, after), Math.Max(promoted, free)) > Most)
            return false;
        (_before, _after, _promoted, _free) = (before, after, promoted, free);
        return true;
    }

    private static double Sum(IReadOnlyList<long>? sizes) => sizes?.Sum() ?? 0;
}
