namespace Lowtide.Capture.Pages;

/// <summary>How much of a family a look reads.</summary>
/// <param name="Pieces">Of 64 KiB, at which every member's pages are looked at.</param>
/// <param name="Workers">Whose heaps are walked, those of malloc and of the runtime.</param>
/// <param name="Random">By which the pieces are drawn, others at each look.</param>
/// <param name="Salt">By which the workers are drawn: by the same one, the same of them.</param>
public sealed record LookLimit(int Pieces, int Workers, Random Random, int Salt)
{
    /// <summary>Of a family of many: what is seen of a piece is kept of each of them.</summary>
    private const int LeastPieces = 384, MostPieces = 2048, OfAll = 16_384;

    /// <summary>The mean of as many is off by a third of what workers differ by (1/sqrt(8)); twice as many would be by a quarter, for twice the cost.</summary>
    private const int UsualWorkers = 8;

    /// <summary>For a look that comes again and again: shares are right within some 2 points, and 6 MiB hold what it reads.</summary>
    public static LookLimit Usual(int members, Random random, int salt) =>
        new(Math.Clamp(OfAll / Math.Max(1, members), LeastPieces, MostPieces), UsualWorkers, random, salt);
}
