using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>Collections that have no buckets yet, or no longer: nothing is found, and no comparer of the user's is asked.</summary>
public sealed class EmptyTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Nothing_is_found_or_taken_out(bool trimmed)
    {
        var asked = 0;
        var comparer = EqualityComparer<int>.Create((one, other) => one == other, key => { asked++; return key ^ 0x55555555; });
        var set = new ChunkedHashSet<int>(comparer);
        var map = new ChunkedDictionary<int, string>(comparer);
        if (trimmed)
        {
            set.Add(7);
            set.Remove(7);
            set.TrimExcess();
            map.Add(7, "x");
            map.Remove(7);
            map.TrimExcess();
            asked = 0;
        }
        foreach (var key in (int[])[0, 5, -1, int.MinValue])
        {
            Assert.False(set.Contains(key));
            Assert.False(set.Remove(key));
            Assert.False(map.ContainsKey(key));
            Assert.False(map.Remove(key));
            Assert.False(map.Remove(key, out _));
        }
        Assert.Equal(0, asked);
    }

    [Fact]
    public void Nor_of_keys_by_their_own_hash()
    {
        Assert.False(new ChunkedHashSet<int>().Remove(5));
        Assert.False(new ChunkedHashSet<long>().Remove(-5));
        Assert.False(new ChunkedHashSet<Guid>().Remove(Guid.NewGuid()));
        Assert.False(new ChunkedHashSet<string?>().Remove(null));
        Assert.False(new ChunkedDictionary<string, int>().Remove("x"));
    }
}
