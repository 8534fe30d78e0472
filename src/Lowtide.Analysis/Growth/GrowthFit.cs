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

    /// <summary>Standard error of one coefficient.</summary>
    public double Error(int column, double independent)
    {
        var inverse = _factors.R.Inverse().Row(column);
        return Math.Sqrt(SquaredResiduals / Math.Max(1, Values.Count - Parameters) * inverse.DotProduct(inverse) / independent);
    }

    /// <summary>What some columns add at a point.</summary>
    public double Part(Range columns, int point)
    {
        var (from, count) = columns.GetOffsetAndLength(_design.ColumnCount);
        return Enumerable.Range(from, count).Sum(column => _design[point, column] * Coefficients[column]);
    }
}
