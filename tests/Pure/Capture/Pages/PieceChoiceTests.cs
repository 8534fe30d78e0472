using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Pages;

/// <summary>Which pieces are drawn: against a count of all of them.</summary>
public sealed class PieceChoiceTests
{
    private const ulong Piece = TouchedPages.Piece;

    /// <summary>Two workers that have some of them in common, with gaps.</summary>
    private static readonly MemoryRange[] Touched =
        [new(100 * Piece, 37 * Piece), new(120 * Piece, 40 * Piece), new(500 * Piece, 3 * Piece), new((900 * Piece) + 4096, 4096)];

    private static readonly ulong[] All =
        [.. Enumerable.Range(100, 60).Concat(Enumerable.Range(500, 3)).Append(900).Select(number => (ulong)number * Piece)];

    [Fact]
    public void Where_there_are_no_more_than_may_be_all_are() => Assert.Null(PieceChoice.Of(Touched, new LookLimit(64, 8, new Random(1), 1)));

    [Fact]
    public void Each_has_the_same_chance()
    {
        const int Draws = 20_000;
        var seen = All.ToDictionary(piece => piece, _ => 0);
        for (var seed = 0; seed < Draws; seed++)
        {
            var choice = PieceChoice.Of(Touched, new LookLimit(20, 8, new Random(seed), 1))!;
            Assert.Equal(4, choice.Each);
            Assert.InRange(choice.Pieces, 15, 16);
            foreach (var piece in Chosen(choice))
                seen[piece]++;
        }
        // A binomial of 20,000 draws at a quarter has a deviation of 61.
        Assert.All(seen, one => Assert.InRange(one.Value, 5000 - 310, 5000 + 310));
    }

    [Fact]
    public void One_of_each_so_many_neighbours_is_drawn()
    {
        var chosen = Chosen(PieceChoice.Of(Touched, new LookLimit(20, 8, new Random(7), 1))!).ToList();
        Assert.Equal(chosen.Order(), chosen);
        Assert.Equal(Enumerable.Range(0, chosen.Count), chosen.Select(piece => Array.IndexOf(All, piece) / 4));
    }

    [Fact]
    public void A_stretch_gives_what_of_it_was_drawn_and_no_more()
    {
        var choice = PieceChoice.Of(Touched, new LookLimit(32, 8, new Random(3), 1))!;
        var within = new MemoryRange((110 * Piece) + 4096, 20 * Piece);
        var ranges = choice.In(within).ToList();
        Assert.NotEmpty(ranges);
        Assert.All(ranges, range => Assert.InRange(range.Address, within.Address, within.Address + within.Length - range.Length));
        Assert.Equal(
            Chosen(choice).Where(piece => piece + Piece > within.Address && piece < within.Address + within.Length),
            ranges.Select(range => range.Address & ~(Piece - 1)));
        Assert.Empty(choice.In(new MemoryRange(200 * Piece, 50 * Piece)));
    }

    private static IEnumerable<ulong> Chosen(PieceChoice choice) => choice.In(new MemoryRange(0, 1000 * Piece)).Select(range => range.Address);
}
