using MathNet.Numerics.Distributions;
using MathNet.Numerics.LinearAlgebra;
using MathNet.Numerics.LinearAlgebra.Factorization;

namespace Lowtide.Analysis.Growth;

/// <summary>One least-squares fit: columns of a design, each with its coefficient.</summary>
internal sealed class GrowthFit
{
    private readonly Matrix<double> _design;
    private readonly QR<double> _factors;

    private GrowthFit(GrowthSeries series, Matrix<double> design, int free)
    {
        _design = design;
        _factors = design.QR(QRMethod.Thin);
        Values = Vector<double>.Build.DenseOfArray(series.Values);
        Coefficients = _factors.Solve(Values);
        Residuals = Values - (design * Coefficients);
        // Of a noiseless series the logarithm still has to exist.
        SquaredResiduals = Math.Max(Residuals.DotProduct(Residuals), 1e-18 * Values.DotProduct(Values));
        Parameters = design.ColumnCount + free;
    }

    public Vector<double> Values { get; }

    public Vector<double> Coefficients { get; }

    public Vector<double> Residuals { get; }

    public double SquaredResiduals { get; }

    /// <summary>Coefficients, and what was chosen beside them: a time constant, the times of jumps.</summary>
    public int Parameters { get; }

    public static GrowthFit Of(GrowthSeries series, IEnumerable<double[]> columns, int free = 0) =>
        new(series, Matrix<double>.Build.DenseOfColumnArrays(columns), free);

    /// <summary>By how much the squared residuals would fall with one column more.</summary>
    public double Gain(double[] column)
    {
        var added = Vector<double>.Build.DenseOfArray(column);
        var own = added - (_factors.Q * _factors.Q.TransposeThisAndMultiply(added));
        var length = own.DotProduct(own);
        return length < 1e-9 * added.DotProduct(added) ? 0 : Math.Pow(own.DotProduct(Residuals), 2) / length;
    }

    /// <summary>
    /// Schwarz's criterion (doi:10.1214/aos/1176344136), the smaller the better, on as many points as are independent.
    /// </summary>
    /// <param name="independent">Share of the points.</param>
    public double Criterion(double independent)
    {
        var points = Values.Count * independent;
        return (points * Math.Log(SquaredResiduals / Values.Count)) + (Parameters * Math.Log(points));
    }

    /// <summary>Neighbouring residuals go together: n points say as much as n (1 - r) / (1 + r) independent ones (AR(1), r at lag one).</summary>
    public double IndependentShare(int[] lives)
    {
        double products = 0, squares = 0;
        for (var at = 1; at < Residuals.Count; at++)
            if (lives[at] == lives[at - 1])
            {
                products += Residuals[at] * Residuals[at - 1];
                squares += Residuals[at] * Residuals[at];
            }
        var lag = squares == 0 ? 0 : Math.Clamp(products / squares, 0, 0.95);
        return (1 - lag) / (1 + lag);
    }

    /// <summary>
    /// Standard error of one coefficient, and half the width of its 95% interval. Residuals that go together leave fewer independent points, by their lag-one
    /// correlation (Bartlett's effective sample size, doi:10.2307/2983611). That correlation is estimated too low where a fit took their slow part away
    /// (doi:10.1093/biomet/41.3-4.390), and hidden where white noise lies on a slow wander. So it is corrected, the means of 2, 4, 8 ... neighbours are
    /// asked too, and the widest answer counts.
    /// </summary>
    /// <param name="lives">Of each point: what follows in another life is no neighbour.</param>
    public (double Error, double Margin) Uncertainty(int column, int[] lives)
    {
        var inverse = _factors.R.Inverse().Row(column);
        var (error, margin) = (0d, 0d);
        for (var scale = 1; scale == 1 || Values.Count >= LeastBlocks * scale; scale *= 2)
        {
            var blocks = Blocks(scale, lives);
            if (scale > 1 && blocks.Count < LeastBlocks)
                break;
            var squares = scale == 1 ? SquaredResiduals : blocks.Sum(block => block.Mean * block.Mean);
            var freedom = Math.Max(2, (blocks.Count * Independent(blocks)) - Parameters);
            var own = Math.Sqrt(squares / freedom * scale * inverse.DotProduct(inverse));
            (error, margin) = (Math.Max(error, own), Math.Max(margin, own * StudentT.InvCDF(0, 1, freedom, 0.975)));
        }
        return (error, margin);
    }

    /// <summary>Fewer means than that say little of how they go together.</summary>
    private const int LeastBlocks = 24;

    private const double MostCorrelated = 0.99;

    /// <summary>Means of so many neighbours of one life; what is left over at its end counts for nothing.</summary>
    private List<(double Mean, int Life)> Blocks(int scale, int[] lives) =>
    [
        .. Residuals.Zip(lives).GroupBy(residual => residual.Second)
            .SelectMany(life => life.Select(residual => residual.First).Chunk(scale)
                .Where(block => block.Length == scale).Select(block => (block.Average(), life.Key))),
    ];

    /// <summary>Share of the blocks that are as good as independent.</summary>
    private double Independent(List<(double Mean, int Life)> blocks)
    {
        double products = 0, squares = 0;
        foreach (var (before, after) in blocks.Zip(blocks.Skip(1)).Where(pair => pair.First.Life == pair.Second.Life))
        {
            products += before.Mean * after.Mean;
            squares += after.Mean * after.Mean;
        }
        // Residuals of a fit of p columns correlate by about (p + (p + 2) r) / n less than what is fitted: 2 and 4 of a line (Kendall; Marriott and Pope).
        var (columns, count) = ((double)_design.ColumnCount, (double)blocks.Count);
        var lag = squares == 0 ? 0
            : Math.Clamp(((products / squares) + (columns / count)) / Math.Max(0.5, 1 - ((columns + 2) / count)), 0, MostCorrelated);
        return (1 - lag) / (1 + lag);
    }

    /// <summary>What some columns add at a point.</summary>
    public double Part(Range columns, int point)
    {
        var (from, count) = columns.GetOffsetAndLength(_design.ColumnCount);
        return Enumerable.Range(from, count).Sum(column => _design[point, column] * Coefficients[column]);
    }
}
