using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class HashSetModelTests
{
    private readonly Model _model = new();

    [Fact]
#if !NET10_0_OR_GREATER
    [Trait("Scope", "Full")]
#endif
    public void BehavesAsHashSetDoes() => _model.Check(Alike);

    private bool Alike(Operation[] sequence)
    {
        var expected = new HashSet<int>();
        var actual = new ChunkedHashSet<Wide>();
        foreach (var operation in sequence)
        {
            var before = expected.Count;
            if (!Step(operation, expected, ref actual) || expected.Count != actual.Count || actual.Capacity < actual.Count)
                return false;
            _model.Count(before, expected.Count, ChunkedHashSet<Wide>.ChunkLength);
        }
        return expected.SetEquals(Numbers(actual)) && Numbers(actual).Count() == expected.Count && expected.All(value => actual.Contains(new(value)));
    }

    private static bool Step(Operation operation, HashSet<int> expected, ref ChunkedHashSet<Wide> actual)
    {
        // Some twice: what an enumerable may be and a set is not.
        int[] others = [.. Enumerable.Range(operation.B, operation.A % 25), .. Enumerable.Range(operation.B, operation.A % 3)];
        var wides = others.Select(value => new Wide(value));
        var otherSet = new ChunkedHashSet<Wide>(wides);
        IEnumerable<Wide> other = operation.A % 2 == 0 ? wides : otherSet;
        switch (operation.Kind(18))
        {
            case 0 or 1 or 2:
                return expected.Add(operation.A) == actual.Add(new(operation.A));
            case 3:
                return expected.Remove(operation.A) == actual.Remove(new(operation.A));
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
                return expected.RemoveWhere(value => value % 3 == 0) == actual.RemoveWhere(value => value.Value % 3 == 0);
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
                    && actual.IsProperSubsetOf(same.Append(new(-1))) && !actual.IsProperSubsetOf(same.ToArray());
            default:
                return expected.TryGetValue(operation.B, out var value) == actual.TryGetValue(new(operation.B), out var wide) && value == wide.Value;
        }
    }

    private static IEnumerable<int> Numbers(ChunkedHashSet<Wide> set) => set.Select(value => value.Value);
}
