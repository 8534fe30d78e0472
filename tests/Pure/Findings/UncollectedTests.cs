using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

public sealed class UncollectedTests
{
    private const long MiB = MadeFamilies.MiB;

    [Theory]
    [InlineData("cpython.collect-when", 0, 500_000, 500_000 * 100L)]
    [InlineData("cpython.gc-threshold-0", 0, 2_000_000, 90 * MiB)] // no more than is new
    [InlineData("cpython.gc-threshold-0", 0, 500, null)] // the others are the master's
    [InlineData("cpython.gc-threshold-0", 700, 500_000, null)] // it runs
    [InlineData("cpython.gc-freeze", 0, 500_000, null)] // no remedy stopped it
    public void What_a_remedy_keeps_from_being_collected_is_told(string remedy, int threshold, int young, long? bytes)
    {
        var worker = MadeFamilies.Worker(2, [0, 0, 0], (PageState.New, 90 * MiB)) with { Settings = new Dictionary<string,
            string> { ["LOWTIDE_REMEDIES"] = remedy } };
        worker = worker with
        {
            Runtime = worker.Runtime! with
            {
                Collector = new CollectorFacts(true, [new(threshold, young + 100_000, 0), new(10, 0, 0), new(10, 0, 0)])
                {
                    Young = new YoungObjects(1000, 100_000),
                },
            },
        };
        var found = new Uncollected().Examine(MadeFamilies.Recording(MadeFamilies.Master(young: 100_000, collections: [0, 0, 0]), worker)).Findings;
        Assert.Equal(bytes, found.SingleOrDefault()?.Bytes);
        // What to do is a step of the answer, which no details have to be asked for.
        Assert.All(found, finding => Assert.EndsWith($"in the place of {remedy}", Assert.Single(finding.Evidence, row => row.Name == Finding.NextLook).Text));
    }
}
