using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class DictionaryModelTests
{
    private readonly Model _model = new();

    [Fact]
#if !NET10_0_OR_GREATER
    [Trait("Scope", "Full")]
#endif
    public void BehavesAsDictionaryDoes() => _model.Check(Alike);

    private bool Alike(Operation[] sequence)
    {
        var expected = new Dictionary<int, string?>();
        var actual = new ChunkedDictionary<Wide, string?>();
        foreach (var operation in sequence)
        {
            var before = expected.Count;
            if (!Step(operation, expected, ref actual) || expected.Count != actual.Count || actual.Capacity < actual.Count)
                return false;
            _model.Count(before, expected.Count, ChunkedDictionary<Wide, string?>.ChunkLength);
        }
        foreach (var (key, value) in actual)
        {
            if (!expected.TryGetValue(key.Value, out var known) || known != value)
                return false;
        }
        return actual.Count() == expected.Count && expected.All(entry => actual[new(entry.Key)] == entry.Value);
    }

    private static bool Step(Operation operation, Dictionary<int, string?> expected, ref ChunkedDictionary<Wide, string?> actual)
    {
        var key = operation.A;
        var value = operation.B % 7 == 0 ? null : $"{operation.B}";
        switch (operation.Kind(12))
        {
            case 0 or 1:
                return expected.TryAdd(key, value) == actual.TryAdd(new(key), value);
            case 2 or 3:
                expected[key] = value;
                actual[new(key)] = value;
                return true;
            case 4:
                for (var i = 0; i < operation.B % 25; i++)
                {
                    expected[key + i] = value;
                    actual[new(key + i)] = value;
                }
                return true;
            case 5:
                return expected.Remove(key, out var was) == actual.Remove(new(key), out var wasThere) && was == wasThere;
            case 6:
                return expected.TryGetValue(key, out var there) == actual.TryGetValue(new(key), out var thereToo) && there == thereToo;
            case 7:
                if (operation.B % 4 == 0)
                {
                    expected.Clear();
                    actual.Clear();
                }
                return true;
            case 8:
                actual.TrimExcess();
                return true;
            case 9:
                return actual.EnsureCapacity(operation.B) >= operation.B;
            case 10:
                actual = new(actual);
                return expected.ContainsValue(value) == actual.ContainsValue(value);
            default:
                // Entries may be taken out while they are gone through.
                foreach (var one in actual.Keys)
                {
                    if (one.Value % 3 == 0)
                        actual.Remove(one);
                }
                foreach (var one in expected.Keys.Where(one => one % 3 == 0).ToArray())
                    expected.Remove(one);
                return expected.Values.Order(StringComparer.Ordinal).SequenceEqual(actual.Values.Order(StringComparer.Ordinal));
        }
    }
}
