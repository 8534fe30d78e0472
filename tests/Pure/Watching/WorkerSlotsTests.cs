using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class WorkerSlotsTests
{
    [Fact]
    public void Ten_thousand_respawns_need_no_more_places_than_ever_served_at_once()
    {
        var slots = new WorkerSlots<int>();
        var (serving, next, seen) = (Enumerable.Range(0, 8).ToList(), 8, new HashSet<string>());
        slots.Assign(serving);
        for (var respawn = 0; respawn < 10_000; respawn++)
        {
            var gone = serving[respawn * 7 % 8];
            serving.Remove(gone);
            serving.Add(next++);
            var before = slots.Of(gone)!;
            Assert.Equal([(gone, before)], slots.Assign(serving));
            // Whoever comes takes the place of who has gone.
            Assert.Equal(before, slots.Of(serving[^1]));
            seen.UnionWith(serving.Select(worker => slots.Of(worker)!));
        }
        Assert.Equal(Enumerable.Range(0, 8).Select(slot => $"{slot}"), seen.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_pool_that_grows_takes_new_places()
    {
        var slots = new WorkerSlots<int>();
        slots.Assign([1, 2]);
        Assert.Equal([(1, "0")], slots.Assign([2, 3, 4]));
        Assert.Equal(["1", "0", "2"], new[] { 2, 3, 4 }.Select(slots.Of));
    }
}
