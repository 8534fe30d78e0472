using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class ListModelTests
{
    private readonly Model _model = new();

    [Fact]
#if !NET10_0_OR_GREATER
    [Trait("Scope", "Full")]
#endif
    public void Behaves_as_list_does() => _model.Check(Alike);

    private bool Alike(Operation[] sequence)
    {
        var expected = new List<int>();
        var actual = new ChunkedList<Wide>();
        foreach (var operation in sequence)
        {
            var before = expected.Count;
            if (!Step(operation, expected, actual) || expected.Count != actual.Count || actual.Capacity < actual.Count)
                return false;
            _model.Count(before, expected.Count, ChunkedList<Wide>.ChunkLength);
        }
        for (var i = 0; i < expected.Count; i++)
        {
            if (expected[i] != actual[i].Value)
                return false;
        }
        return expected.SequenceEqual(Numbers(actual));
    }

    private static bool Step(Operation operation, List<int> expected, ChunkedList<Wide> actual)
    {
        var count = expected.Count;
        var at = count == 0 ? 0 : operation.A % count;
        var some = count == 0 ? 0 : operation.B % (count - at + 1);
        var few = Enumerable.Range(operation.B, operation.A % 20).ToArray();
        var wides = few.Select(value => new Wide(value));
        switch (operation.Kind(24))
        {
            case 0 or 1:
                expected.Add(operation.A);
                actual.Add(new(operation.A));
                return true;
            case 2:
                expected.AddRange(few);
                actual.AddRange(wides);
                return true;
            case 3:
                expected.AddRange(few);
                actual.AddRange(wides.ToArray());
                return true;
            case 4:
                expected.InsertRange(at, few);
                actual.InsertRange(at, wides);
                return true;
            case 5:
                expected.InsertRange(at, few);
                actual.InsertRange(at, new LinkedList<Wide>(wides));
                return true;
            case 6:
                if (count > 60)
                    return true;
                expected.InsertRange(at, expected);
                actual.InsertRange(at, actual);
                return true;
            case 7:
                expected.Insert(at, operation.B);
                actual.Insert(at, new(operation.B));
                return true;
            case 8:
                if (count == 0)
                    return true;
                expected.RemoveAt(at);
                actual.RemoveAt(at);
                return true;
            case 9:
                expected.RemoveRange(at, some);
                actual.RemoveRange(at, some);
                return true;
            case 10:
                var divisor = (operation.A % 5) + 2;
                return expected.RemoveAll(value => value % divisor == 0) == actual.RemoveAll(value => value.Value % divisor == 0);
            case 11:
                return expected.Remove(operation.A) == actual.Remove(new(operation.A));
            case 12:
                expected.Reverse(at, some);
                actual.Reverse(at, some);
                return true;
            case 13:
                expected.Sort(at, some, null);
                actual.Sort(at, some, null);
                return true;
            case 14:
                expected.Sort();
                actual.Sort((left, right) => left.Value - right.Value);
                return expected.BinarySearch(operation.B) is var found && (found < 0
                    ? found == actual.BinarySearch(new(operation.B))
                    : actual[actual.BinarySearch(new(operation.B))].Value == operation.B);
            case 15:
                if (operation.A % 4 == 0)
                {
                    expected.Clear();
                    actual.Clear();
                }
                return true;
            case 16:
                expected.TrimExcess();
                actual.TrimExcess();
                return true;
            case 17:
                return expected.EnsureCapacity(operation.A) >= operation.A && actual.EnsureCapacity(operation.A) >= operation.A;
            case 18:
                if (count == 0)
                    return true;
                expected[at] = operation.B;
                actual[at] = new(operation.B);
                return true;
            case 19:
                return expected.GetRange(at, some).SequenceEqual(Numbers(actual.GetRange(at, some)));
            case 20:
                return expected.IndexOf(operation.B, at) == actual.IndexOf(new(operation.B), at)
                    && expected.LastIndexOf(operation.B) == actual.LastIndexOf(new(operation.B));
            case 21:
                return expected.FindLastIndex(value => value < operation.A) == actual.FindLastIndex(value => value.Value < operation.A)
                    && expected.FindAll(value => value < operation.B).SequenceEqual(Numbers(actual.FindAll(value => value.Value < operation.B)));
            case 22:
                var copy = new Wide[count + 2];
                actual.CopyTo(copy, 1);
                return expected.SequenceEqual(copy[1..^1].Select(value => value.Value)) && copy[0].Value == 0 && copy[^1].Value == 0;
            default:
                var chunks = new List<int>();
                foreach (var chunk in actual.GetChunks())
                {
                    foreach (ref readonly var value in chunk)
                        chunks.Add(value.Value);
                }
                return expected.SequenceEqual(chunks);
        }
    }

    private static IEnumerable<int> Numbers(ChunkedList<Wide> list) => list.Select(value => value.Value);
}
