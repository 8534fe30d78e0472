using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>Elements of 4 and 8 bytes are turned round many at once, others one by one.</summary>
public sealed class ReverseTests
{
    public static TheoryData<int, int, int> Ranges()
    {
        var ranges = new TheoryData<int, int, int>();
        // Beside the borders of chunks of 16 KiB, for elements of 1 to 8 bytes, and of what is turned at once.
        foreach (var count in (int[])[0, 1, 2, 3, 4, 5, 7, 8, 9, 2047, 2048, 2049, 4095, 4096, 4097, 10_000, 16_385, 40_001])
        {
            foreach (var index in (int[])[0, 1, 3, 2047, 4090])
            {
                if (index <= count)
                    ranges.Add(count, index, count - index);
                if (index + 5 <= count)
                    ranges.Add(count, index, count - index - 5);
            }
        }
        return ranges;
    }

    [Theory]
    [MemberData(nameof(Ranges))]
    public void A_range_is_turned_round_as_the_frameworks(int count, int index, int length)
    {
        Check(number => (byte)(number * 31));
        Check(number => (short)number);
        Check(number => number);
        Check(number => (float)number);
        Check(number => (long)number);
        Check(number => $"{number}");
        Check(number => (Number: number, Name: "x"));
        Check(number => (decimal)number);

        void Check<T>(Func<int, T> make)
        {
            var expected = Enumerable.Range(0, count).Select(make).ToList();
            ChunkedList<T> actual = [.. expected];
            expected.Reverse(index, length);
            actual.Reverse(index, length);
            Assert.Equal(expected, actual);
        }
    }
}
