using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections.Bench;

/// <summary>Runs one side of one row over and over, for a profiler that looks on.</summary>
internal static class Spin
{
    /// <param name="row">As the table calls it.</param>
    /// <param name="side">"Framework" or "Chunked".</param>
    /// <param name="time">How long.</param>
    internal static void Run(string row, string side, TimeSpan time)
    {
        var method = Measurement.Types.SelectMany(type => type.GetMethods()).First(one =>
            one.Name.StartsWith(side + "_", StringComparison.Ordinal) && Measurement.NameOf(one) == row);
        var target = Activator.CreateInstance(method.ReflectedType!)!;
        SmallOnes.Use();
        var run = method.CreateDelegate<Action>(target);
        Repeat(run, time);
    }

    // Not optimized, so that what it calls is not made part of it and keeps its name.
    [MethodImpl(MethodImplOptions.NoOptimization)]
    private static void Repeat(Action run, TimeSpan time)
    {
        for (var began = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(began) < time;)
            run();
    }
}
