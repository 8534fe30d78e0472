using System.Globalization;

namespace Lowtide.Capture.Watching;

/// <summary>A place for each process of a family. Workers that come take the lowest that is free: so places are as many as ever served at once.</summary>
internal sealed class WorkerSlots<TKey>
    where TKey : notnull
{
    private readonly Dictionary<TKey, int> _held = [];

    /// <param name="workers">Who serves now, oldest first.</param>
    /// <returns>Who has gone, by the place that it had.</returns>
    public IReadOnlyList<(TKey Worker, string Slot)> Assign(IReadOnlyCollection<TKey> workers)
    {
        var here = workers.ToHashSet();
        var gone = _held.Where(held => !here.Contains(held.Key)).Select(held => (held.Key, Name(held.Value))).ToList();
        foreach (var (worker, _) in gone)
            _held.Remove(worker);
        var taken = _held.Values.ToHashSet();
        var next = 0;
        foreach (var worker in workers)
        {
            if (_held.ContainsKey(worker))
                continue;
            while (!taken.Add(next))
                next++;
            _held[worker] = next;
        }
        return gone;
    }

    /// <returns>Null of one that has none.</returns>
    public string? Of(TKey worker) => _held.TryGetValue(worker, out var slot) ? Name(slot) : null;

    private static string Name(int slot) => slot.ToString(CultureInfo.InvariantCulture);
}
