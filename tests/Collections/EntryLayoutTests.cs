using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>The runtime may lay out a struct as it likes where it holds references: each kind of key with each kind of value.</summary>
public sealed class EntryLayoutTests
{
    [Fact]
    public void Every_entry_begins_with_its_head()
    {
        Type[] kinds =
        [
            typeof(byte), typeof(int), typeof(long), typeof(Guid), typeof(decimal),
            typeof(string), typeof((string, int)), typeof((byte, object)), typeof(Wide),
        ];
        Assert.All(
            from key in kinds from value in kinds select (Key: key, Value: value),
            entry => Assert.Equal(
                true,
                typeof(MapEntry<,>).MakeGenericType(entry.Key, entry.Value)
                    .GetProperty(nameof(MapEntry<int, int>.BeginsWithHead), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
                    .GetValue(null)));
    }
}
