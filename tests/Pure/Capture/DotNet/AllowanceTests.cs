using Lowtide.Capture.DotNet;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>Millions of stops, as whoever poses as a runtime may tell: no more are kept than one can have, and how many are not is known.</summary>
public sealed class AllowanceTests
{
    [Theory]
    [InlineData(0, 1_000_000)]
    [InlineData(10, 1_050_000)]
    public void No_more_stops_are_kept_than_a_runtime_has(double elapsed, int kept)
    {
        const int Told = 1_100_000;
        var allowance = new Allowance(() => elapsed);
        var reducer = new CollectionReducer(allowance);
        for (var stop = 0; stop < Told; stop++)
        {
            // Each by a thread of its own, and one more that never comes to it.
            reducer.Suspending(stop, GCSuspendEEReason.SuspendForGC, 2 * stop);
            reducer.Suspended(stop, 2 * stop);
            reducer.Restarted(stop, 2 * stop);
            reducer.Suspending(stop, GCSuspendEEReason.SuspendOther, (2 * stop) + 1);
        }
        Assert.Equal(kept, reducer.Take(goesOn: true).Pauses.Count);
        Assert.Equal(Told - kept, allowance.LeftOut);
    }

    [Fact]
    public void Names_of_methods_are_kept_up_to_so_many_letters()
    {
        var names = new MethodNames();
        var text = new string('x', 30_000);
        for (var method = 0; method < 5_000; method++)
            names.Add((ulong)method * 16, 16, $"{method}", text);
        Assert.InRange(names.LeftOut, 1_600, 1_700);
    }
}
