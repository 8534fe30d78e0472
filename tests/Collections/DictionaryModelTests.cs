using System.Globalization;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class DictionaryModelTests
{
    private readonly Model _model = new();

    [Fact]
#if !NET10_0_OR_GREATER
    [Trait("Scope", "Full")]
#endif
    public void Behaves_as_dictionary_does() => _model.Check(sequence => Alike(sequence, value => new Wide(value), wide => wide.Value));

    /// <summary>A primitive, alike in its low bits, and a reference.</summary>
    [Fact]
    public void And_with_numbers_and_strings()
    {
        Model.CheckOthers(sequence => Alike(sequence, value => value * 4096, number => number / 4096));
        Model.CheckOthers(sequence => Alike(sequence, value => $"{value}", text => int.Parse(text, CultureInfo.InvariantCulture)));
    }

    private bool Alike<TKey>(Operation[] sequence, Func<int, TKey> of, Func<TKey, int> number)
        where TKey : notnull
    {
        var expected = new Dictionary<int, string?>();
        var actual = new ChunkedDictionary<TKey, string?>();
        foreach (var operation in sequence)
        {
            var before = expected.Count;
            if (!Step(operation, expected, ref actual, of, number) || expected.Count != actual.Count || actual.Capacity < actual.Count)
                return false;
            _model.Count(before, expected.Count, ChunkedDictionary<TKey, string?>.ChunkLength);
        }
        foreach (var (key, value) in actual)
        {
            if (!expected.TryGetValue(number(key), out var known) || known != value)
                return false;
        }
        return actual.Count() == expected.Count && expected.All(entry => actual[of(entry.Key)] == entry.Value);
    }

    private static bool Step<TKey>(
        Operation operation, Dictionary<int, string?> expected, ref ChunkedDictionary<TKey, string?> actual, Func<int, TKey> of, Func<TKey, int> number)
        where TKey : notnull
    {
        var key = operation.A;
        var value = operation.B % 7 == 0 ? null : $"{operation.B}";
        switch (operation.Kind(12))
        {
            case 0 or 1:
                return expected.TryAdd(key, value) == actual.TryAdd(of(key), value);
            case 2 or 3:
                expected[key] = value;
                actual[of(key)] = value;
                return true;
            case 4:
                for (var i = 0; i < operation.B % 25; i++)
                {
                    expected[key + i] = value;
                    actual[of(key + i)] = value;
                }
                return true;
            case 5:
                return expected.Remove(key, out var was) == actual.Remove(of(key), out var wasThere) && was == wasThere;
            case 6:
                return expected.TryGetValue(key, out var there) == actual.TryGetValue(of(key), out var thereToo) && there == thereToo;
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
                    if (number(one) % 3 == 0)
                        actual.Remove(one);
                }
                foreach (var one in expected.Keys.Where(one => one % 3 == 0).ToArray())
                    expected.Remove(one);
                return expected.Values.Order(StringComparer.Ordinal).SequenceEqual(actual.Values.Order(StringComparer.Ordinal));
        }
    }
}
