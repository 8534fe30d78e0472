using System.Globalization;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class HashSetModelTests
{
    private readonly Model _model = new();

    [Fact]
#if !NET10_0_OR_GREATER
    [Trait("Scope", "Full")]
#endif
    public void Behaves_as_hash_set_does() => _model.Check(sequence => Alike(sequence, value => new Wide(value), wide => wide.Value));

    /// <summary>A primitive, alike in its low bits, and a reference.</summary>
    [Fact]
    public void And_with_numbers_and_strings()
    {
        Model.CheckOthers(sequence => Alike(sequence, value => value * 4096, number => number / 4096));
        Model.CheckOthers(sequence => Alike(sequence, value => $"{value}", text => int.Parse(text, CultureInfo.InvariantCulture)));
    }

    private bool Alike<T>(Operation[] sequence, Func<int, T> of, Func<T, int> number)
    {
        var expected = new HashSet<int>();
        var actual = new ChunkedHashSet<T>();
        foreach (var operation in sequence)
        {
            var before = expected.Count;
            if (!Step(operation, expected, ref actual, of, number) || expected.Count != actual.Count || actual.Capacity < actual.Count)
                return false;
            _model.Count(before, expected.Count, ChunkedHashSet<T>.ChunkLength);
        }
        var numbers = actual.Select(number).ToList();
        return expected.SetEquals(numbers) && numbers.Count == expected.Count && expected.All(value => actual.Contains(of(value)));
    }

    private static bool Step<T>(Operation operation, HashSet<int> expected, ref ChunkedHashSet<T> actual, Func<int, T> of, Func<T, int> number)
    {
        // Some twice: what an enumerable may be and a set is not.
        int[] others = [.. Enumerable.Range(operation.B, operation.A % 25), .. Enumerable.Range(operation.B, operation.A % 3)];
        var elements = others.Select(of);
        var otherSet = new ChunkedHashSet<T>(elements);
        IEnumerable<T> other = operation.A % 2 == 0 ? elements : otherSet;
        switch (operation.Kind(18))
        {
            case 0 or 1 or 2:
                return expected.Add(operation.A) == actual.Add(of(operation.A));
            case 3:
                return expected.Remove(operation.A) == actual.Remove(of(operation.A));
            case 4 or 5:
                expected.UnionWith(others);
                actual.UnionWith(other);
                return true;
            case 6:
                expected.IntersectWith(others);
                actual.IntersectWith(other);
                return true;
            case 7:
                expected.ExceptWith(others);
                actual.ExceptWith(other);
                return true;
            case 8:
                expected.SymmetricExceptWith(others);
                actual.SymmetricExceptWith(other);
                return true;
            case 9:
                return expected.RemoveWhere(value => value % 3 == 0) == actual.RemoveWhere(value => number(value) % 3 == 0);
            case 10:
                if (operation.A % 4 == 0)
                {
                    expected.Clear();
                    actual.Clear();
                }
                return true;
            case 11:
                actual.TrimExcess();
                return true;
            case 12:
                return actual.EnsureCapacity(operation.A) >= operation.A;
            case 13:
                actual = new(actual);
                return true;
            case 14:
                return expected.IsSubsetOf(others) == actual.IsSubsetOf(other)
                    && expected.IsProperSubsetOf(others) == actual.IsProperSubsetOf(other)
                    && expected.IsSupersetOf(others) == actual.IsSupersetOf(other);
            case 15:
                return expected.IsProperSupersetOf(others) == actual.IsProperSupersetOf(other)
                    && expected.Overlaps(others) == actual.Overlaps(other)
                    && expected.SetEquals(others) == actual.SetEquals(other);
            case 16:
                var same = actual;
                return new HashSet<int>(expected).SetEquals(expected) == actual.SetEquals(same.ToArray())
                    && actual.IsProperSubsetOf(same.Append(of(-1))) && !actual.IsProperSubsetOf(same.ToArray());
            default:
                return expected.TryGetValue(operation.B, out var value) == actual.TryGetValue(of(operation.B), out var there)
                    && (there is null || number(there) == value);
        }
    }
}
