namespace Lowtide.Capture;

/// <summary>Searches in what is in order of address.</summary>
internal static class AddressOrder
{
    /// <param name="isBehind">True of all from some item on.</param>
    /// <returns>The index of the first of these; the number of all where there is none.</returns>
    public static int FirstBehind<T>(ReadOnlySpan<T> items, ulong address, Func<T, ulong, bool> isBehind)
    {
        int low = 0, high = items.Length;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (isBehind(items[middle], address))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
}
