using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class ReaderTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4096)] // one chunk of ints
    [InlineData(4097)]
    [InlineData(100_000)]
    public void It_reads_what_the_list_holds(int count)
    {
        ChunkedList<int> list = [.. Enumerable.Range(7, count)];
        var reader = list.GetReader();
        Assert.Equal(count, reader.Count);
        for (var i = 0; i < count; i++)
            Assert.Equal(list[i], reader[i]);
        // To and fro, over the borders of chunks.
        var random = new Random(3);
        for (var i = 0; i < Math.Min(count, 1000); i++)
        {
            var at = random.Next(count);
            Assert.Equal(list[at], reader[at]);
        }
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(10, 10)]
    [InlineData(10, -1)]
    [InlineData(4096, 4096)]
    [InlineData(5000, 5000)]
    [InlineData(5000, 8191)]
    [InlineData(5000, int.MaxValue)]
    [InlineData(5000, int.MinValue)]
    public void It_refuses_what_is_not_there(int count, int index) => Assert.Equal(
        Observed.Of(() => Enumerable.Range(0, count).ToList()[index]),
        Observed.Of(() =>
        {
            ChunkedList<int> list = [.. Enumerable.Range(0, count)];
            var reader = list.GetReader();
            if (count > 4096)
                _ = reader[4096];
            return reader[index];
        }));

    [Fact]
    public void It_sees_what_is_set_later()
    {
        ChunkedList<string> list = [.. Enumerable.Range(0, 9000).Select(number => $"{number}")];
        var reader = list.GetReader();
        Assert.Equal("8000", reader[8000]);
        list[8000] = "another";
        Assert.Equal("another", reader[8000]);
    }
}
