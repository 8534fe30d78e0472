using Lowtide.Commands;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Commands;

public sealed class NearNameTests
{
    [Theory]
    [InlineData("explian", "explain")]
    [InlineData("recrod", "record")]
    [InlineData("trail", "trial")]
    [InlineData("sp", null)]
    [InlineData("gaurd", "guard")]
    [InlineData("server", "serve")]
    [InlineData("", null)]
    public void Of_verbs(string typed, string? meant) => Assert.Equal(meant, NearName.Of(typed, Verbs.Names));

    /// <summary>Worked by hand.</summary>
    [Theory]
    [InlineData("", "abc", 3)]
    [InlineData("abc", "acb", 1)]
    [InlineData("abc", "abd", 1)]
    [InlineData("abc", "xabc", 1)]
    [InlineData("kitten", "sitting", 3)]
    public void Letters_away(string from, string to, int away) => Assert.Equal((away, away), (NearName.Distance(from, to), NearName.Distance(to, from)));
}
