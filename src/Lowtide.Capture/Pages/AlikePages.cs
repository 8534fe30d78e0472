using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>
/// What two processes built alike without sharing it: pages of equal content at the same address, as the same start-up in siblings makes them where
/// nothing of it hangs on time or chance. Had their master built it, these would still be shared.
/// </summary>
internal static class AlikePages
{
    private static readonly ulong Zeros = PageHash.Of(new byte[Page.Size]);

    /// <returns>Bytes of one of them; null where the memory of either may not be read.</returns>
    public static long? Of(ProcessFacts one, ProcessFacts other, CancellationToken cancellation)
    {
        if (PictureTaker.Take(one, cancellation) is not { } first || PictureTaker.Take(other, cancellation) is not { } second)
            return null;
        long alike = 0;
        foreach (var region in first.Regions)
            for (var page = 0; page < region.Hashes.Length; page++)
                if (region.Hashes[page] is not 0 and var hash && hash != Zeros && hash == second.HashAt(region.Start + ((ulong)page * Page.Size)))
                    alike++;
        return alike * Page.Size;
    }
}
