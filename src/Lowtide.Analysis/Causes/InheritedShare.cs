using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Causes;

/// <summary>Of what all workers inherited, the part that is still shared, or that one cause copied.</summary>
/// <param name="Cause">Null of what is still shared. The collector's is all that a collection walked: what reads would have copied of it too, an interval of
/// its own says (<see cref="CollectorShare"/>).</param>
/// <param name="Share">From 0 to 1.</param>
/// <param name="Margin">Half of the interval, at 95%; 0 where every page was looked at.</param>
/// <remarks>
/// Of some of the pages by a ratio estimate from clusters, which are the pieces that were looked at; its variance is that of a simple random sample of them,
/// which one of each so many neighbours stays below (Cochran, Sampling Techniques, 3rd ed. 1977, chapters 5A and 6).
/// </remarks>
public sealed record InheritedShare(CopyCause? Cause, double Share, double Margin)
{
    private const int PieceBits = 16;

    private const double Normal95 = 1.96;

    private static readonly int Causes = Enum.GetValues<CopyCause>().Length;

    /// <summary>What is still shared, and every cause; none where nothing is known to be inherited.</summary>
    public static IReadOnlyList<InheritedShare> All(FamilySnapshot family)
    {
        var pieces = new Dictionary<ulong, double[]>();
        foreach (var worker in family.Workers.Where(worker => worker.Census is not null))
            Add(worker, CopiedByCause.Of(family, worker), pieces);
        var sizes = pieces.Values.Select(piece => piece.Sum()).ToList();
        if (sizes.Sum() is var inherited && inherited == 0)
            return [];
        return [.. Enumerable.Range(0, Causes + 1).Select(part => Of(
            part == Causes ? null : (CopyCause)part, [.. pieces.Values.Select(piece => piece[part])], sizes, family.Sample?.Each ?? 1))];
    }

    private static InheritedShare Of(CopyCause? cause, IReadOnlyList<double> pages, List<double> sizes, int each)
    {
        var (count, inherited) = (sizes.Count, sizes.Sum());
        var share = pages.Sum() / inherited;
        var squares = pages.Zip(sizes).Sum(piece => Math.Pow(piece.First - (share * piece.Second), 2));
        // Where all pieces say the same, 5% of the rest may be others: three in as many (Hanley and Lippman-Hand 1983, doi:10.1001/jama.1983.03330370053031).
        var margin = each == 1 ? 0 : count < 2 ? 1 : squares == 0 ? Math.Min(1, 3.0 / count)
            : Normal95 * Math.Sqrt((1 - (1.0 / each)) * squares / (count * (count - 1.0))) / (inherited / count);
        return new InheritedShare(cause, share, margin);
    }

    /// <param name="pieces">By number: pages by cause, and last those that are still shared.</param>
    private static void Add(Member worker, CopiedByCause? copied, Dictionary<ulong, double[]> pieces)
    {
        foreach (var region in worker.Census!.Regions)
            for (var page = 0; page < region.Pages.Length; page++)
            {
                if (Part(region.Pages[page]) is not { } shared)
                    continue;
                var number = (region.Region.Start + ((ulong)page * Page.Size)) >> PieceBits;
                if (!pieces.TryGetValue(number, out var piece))
                    pieces[number] = piece = new double[Causes + 1];
                if (shared)
                    piece[Causes]++;
                else if (copied is null || region.Traces is null)
                    piece[(int)CopyCause.Undecided]++;
                else
                    piece[(int)(copied.IsWalked(region.Traces[page]) ? CopyCause.Collector : copied.CauseOf(region.Traces[page]))]++;
            }
    }

    /// <summary>Whether it is still shared; null of a page that was not inherited.</summary>
    private static bool? Part(PageState state) => state switch
    {
        PageState.InheritedShared => true,
        PageState.CopiedIdentical or PageState.CopiedRelinked or PageState.CopiedChanged => false,
        _ => null,
    };

    private static string Within(IReadOnlyList<InheritedShare> shares) => shares.Count == 0 ? ""
        : string.Create(
            CultureInfo.InvariantCulture, $". Of what workers inherited, each part is right within {100 * shares.Max(one => one.Margin):0.#} points");

    /// <summary>That some of the pages were looked at; null where all were.</summary>
    public static Unreadable? SomePages(FamilySnapshot family) => family.Sample is not { } sample ? null : new Unreadable(
        "pages.sampled", "every page",
        string.Create(CultureInfo.InvariantCulture, $"a watch looks at some: {sample.Pieces:N0} pieces of 64 KiB, one of {sample.Each}{Within(All(family))}"),
        "run 'lowtide explain' on the server, which looks at all");
}
