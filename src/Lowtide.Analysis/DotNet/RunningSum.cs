namespace Lowtide.Analysis.DotNet;

/// <summary>The sum up to and with each of a row of numbers.</summary>
internal sealed class RunningSum
{
    private double _sum;

    public double Add(double next) => _sum += next;
}
