namespace Lowtide.Analysis.Growth;

/// <summary>The courses that a series is held against, each with the daily load beside it.</summary>
internal sealed class GrowthModels
{
    private const int TimeConstants = 24;
    private const int MostJumps = 6;
    private const double LeastBinsInTurn = 2.5;

    private readonly GrowthSeries _series;
    private readonly List<double[]> _load;

    public GrowthModels(GrowthSeries series, double loadPeriodSeconds)
    {
        _series = series;
        _load = [Column(_ => 1)];
        // Two harmonics: load has a day and a night, and neither is a sine. Of what turns faster than the medians follow there is nothing to tell.
        foreach (var harmonic in ((int[])[1, 2]).Where(harmonic => loadPeriodSeconds / harmonic >= LeastBinsInTurn * series.BinSeconds))
        {
            var turns = 2 * Math.PI * harmonic / loadPeriodSeconds;
            _load.Add(Column(at => Math.Sin(turns * series.Seconds[at])));
            _load.Add(Column(at => Math.Cos(turns * series.Seconds[at])));
        }
    }

    /// <summary>The first column of what a model adds to level and load.</summary>
    public int Own => _load.Count;

    public GrowthFit Level() => GrowthFit.Of(_series, _load);

    public GrowthFit Linear() => GrowthFit.Of(_series, [.. _load, Age]);

    /// <summary>Linear, after a beginning that wears off: loading, first requests, caches.</summary>
    public GrowthFit LinearAfterWarmUp() => BestOf([.. _load, Age], Filling(_series.LongestLife / 4));

    public GrowthFit Plateau() => BestOf(_load, Filling(_series.LongestLife));

    public GrowthFit PlateauAfterWarmUp() => BestPair(Filling(_series.LongestLife), Filling(_series.LongestLife / 4));

    public GrowthFit Logarithmic() => BestOf(_load, Logarithms());

    public GrowthFit LogarithmicAfterWarmUp() => BestPair(Logarithms(), Filling(_series.LongestLife / 4));

    /// <summary>Jumps are added one by one, each where it explains most, as long as the criterion falls.</summary>
    public GrowthFit Steps(double independent)
    {
        var columns = _load.ToList();
        var best = Level();
        for (var jumps = 1; jumps <= MostJumps; jumps++)
        {
            var jump = Jumps().MaxBy(best.Gain)!;
            columns.Add(jump);
            var next = GrowthFit.Of(_series, columns, free: jumps);
            if (next.Criterion(independent) >= best.Criterion(independent))
                break;
            best = next;
        }
        return best;
    }

    private double[] Age => Column(at => _series.Ages[at]);

    private IEnumerable<double[]> Jumps() =>
        Enumerable.Range(3, Math.Max(0, _series.Count - 6)).Select(first => Column(at => at >= first ? 1 : 0));

    private IEnumerable<double[]> Filling(double longest) =>
        Constants(longest).Select(constant => Column(at => 1 - Math.Exp(-_series.Ages[at] / constant)));

    private IEnumerable<double[]> Logarithms() =>
        Constants(_series.LongestLife).Select(constant => Column(at => Math.Log(1 + (_series.Ages[at] / constant))));

    private IEnumerable<double> Constants(double longest)
    {
        var least = _series.LongestLife / 200;
        return Enumerable.Range(0, TimeConstants).Select(step => least * Math.Pow(longest / least, step / (double)(TimeConstants - 1)));
    }

    private GrowthFit BestOf(IReadOnlyList<double[]> columns, IEnumerable<double[]> candidates)
    {
        var without = GrowthFit.Of(_series, columns);
        return GrowthFit.Of(_series, [.. columns, candidates.MaxBy(without.Gain)!], free: 1);
    }

    private GrowthFit BestPair(IEnumerable<double[]> firsts, IEnumerable<double[]> seconds)
    {
        var later = seconds.ToList();
        var (first, second) = firsts
            .Select(first => (First: first, Fit: GrowthFit.Of(_series, [.. _load, first])))
            .Select(one => (one.First, one.Fit, Second: later.MaxBy(one.Fit.Gain)!))
            .Select(pair => (pair.First, pair.Second, Left: pair.Fit.SquaredResiduals - pair.Fit.Gain(pair.Second)))
            .OrderBy(pair => pair.Left).Select(pair => (pair.First, pair.Second)).First();
        return GrowthFit.Of(_series, [.. _load, first, second], free: 2);
    }

    private double[] Column(Func<int, double> value) => [.. Enumerable.Range(0, _series.Count).Select(value)];
}
