using Lowtide.Capture.Watching;

namespace Lowtide.Tests.Pure.Watching;

public sealed class FamilyFilterTests
{
    /// <summary>By the program, or by the script that it runs.</summary>
    [Theory]
    [InlineData("python3", "*", null, true)]
    [InlineData("shop.py", "*", null, true)]
    [InlineData("shop*", "*", null, true)]
    [InlineData("shop", "*", null, false)]
    [InlineData("*", "python3", null, false)]
    [InlineData("*", "blog.py", null, true)]
    [InlineData("*", "none", "nobody-of-that-name", false)]
    public void A_name_is_either(string include, string exclude, string? user, bool taken)
    {
        var filter = new FamilyFilter([new FamilyPattern(include, user, null)], exclude == "*" ? [] : [new FamilyPattern(exclude, null, null)]);
        Assert.Equal(taken, filter.Takes(["shop.py", "python3"], Environment.ProcessId));
    }
}
