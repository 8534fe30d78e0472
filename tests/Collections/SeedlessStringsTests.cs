using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

public sealed class SeedlessStringsTests
{
    private const int Enough = SeedlessStrings.MostInBucket + 40;

    // A table of Enough entries has fewer buckets, of which fewer bits choose.
    private const int BucketBits = 10;

    /// <summary>Strings that share a bucket.</summary>
    private static readonly string[] Colliding =
        [.. Enumerable.Range(0, int.MaxValue).Select(number => $"key {number}").Where(key => Bucket(key) == 7).Take(Enough)];

    [Fact]
    public void Strings_that_collide_bring_the_seed()
    {
        ChunkedHashSet<string?> set = [];
        set.Add(null);
        foreach (var (key, number) in Colliding.Select((key, number) => (key, number)))
        {
            Assert.True(set.Add(key));
            Assert.False(set.Add(key));
            Assert.Equal(number > SeedlessStrings.MostInBucket, set.HasSeed);
        }
        Assert.Equal([null, .. Colliding], set);
        Assert.All([null, .. Colliding], key => Assert.True(set.Contains(key)));
        Assert.False(set.Contains("another"));
        Assert.Same(EqualityComparer<string>.Default, set.Comparer);
    }

    [Fact]
    public void Strings_that_do_not_collide_do_without()
    {
        ChunkedHashSet<string> set = [.. Enumerable.Range(0, 300_000).Select(number => $"key {number}")];
        Assert.False(set.HasSeed);
    }

    [Fact]
    public void Copies_and_trimmed_ones_find_theirs()
    {
        ChunkedHashSet<string> with = [.. Colliding], without = [.. Colliding.Take(9)];
        foreach (var set in (ChunkedHashSet<string>[])[with, without])
        {
            ChunkedHashSet<string> copy = new(set);
            set.TrimExcess();
            Assert.True(copy.SetEquals(set));
            Assert.Equal(set.HasSeed, copy.HasSeed);
            Assert.All(set, key => Assert.True(copy.Contains(key)));
        }
        Assert.True(without.IsProperSubsetOf(with));
    }

#if NET9_0_OR_GREATER
    [Fact]
    public void A_lookup_by_spans_goes_on_when_the_seed_comes()
    {
        ChunkedDictionary<string, int> map = new(StringComparer.Ordinal);
        var lookup = map.GetAlternateLookup<ReadOnlySpan<char>>();
        foreach (var (key, number) in Colliding.Select((key, number) => (key, number)))
            Assert.True(lookup.TryAdd(key, number));
        Assert.True(map.HasSeed);
        Assert.All(Colliding, key => Assert.Equal(Array.IndexOf(Colliding, key), lookup[key]));
        Assert.Same(StringComparer.Ordinal, map.Comparer);
    }
#endif

    /// <summary>Every length up to three times what is read at once, every character of it: none may be left out of the hash.</summary>
    [Fact]
    public void Every_character_counts()
    {
        HashSet<int> hashes = [];
        var texts = 0;
        for (var length = 0; length <= 24; length++)
        {
            for (var at = 0; at < length; at++)
            {
                var text = new string('a', length).ToCharArray();
                text[at] = 'b';
                hashes.Add(SeedlessStrings.Hash(text));
                texts++;
            }
        }
        Assert.Equal(texts, hashes.Count);
    }

    /// <summary>What is read at once is eight characters, as two numbers.</summary>
    [Theory]
    [InlineData("abcdefgh", "efghabcd")]
    [InlineData("abcdabcd", "dcbadcba")]
    [InlineData("abcdefghABCDEFGH", "ABCDEFGHabcdefgh")]
    [InlineData("aaaaaaaabbbbbbbbcccccccc", "bbbbbbbbaaaaaaaacccccccc")]
    public void Words_that_change_places_are_hashed_otherwise(string text, string changed) =>
        Assert.NotEqual(SeedlessStrings.Hash(text), SeedlessStrings.Hash(changed));

    private static uint Bucket(string key) =>
        ((uint)SeedlessStrings.Hash(key) * HashTable<string, Entry<string>>.GoldenRatio) >> (32 - BucketBits);
}
