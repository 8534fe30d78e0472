using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class MethodNamesTests
{
    [Fact]
    public void Those_beyond_the_bound_are_counted()
    {
        var names = new MethodNames();
        for (var number = 1UL; number <= MethodNames.MostMethods; number++)
            names.Add(number * 16, 8, "Shop.Generated", "Run");
        Assert.Equal(0, names.LeftOut);
        var next = (MethodNames.MostMethods + 1) * 16UL;
        names.Add(next, 8, "Shop.Cart", "Add");
        names.Add(next + 16, 8, "Shop.Cart", "Take");
        Assert.Equal(2, names.LeftOut);
        Assert.Equal("Shop.Generated.Run", names.At((MethodNames.MostMethods * 16UL) + 4));
        Assert.Null(names.At(next + 4));
    }

    [Theory]
    [InlineData("Shop.Cart", "Add", "Shop.Cart.Add")]
    [InlineData("Shop.Cart+<>c", "<Add>b__3_0", "Shop.Cart.Add (lambda)")]
    [InlineData("Shop.Cart+<>c__DisplayClass3_0", "<Add>b__0", "Shop.Cart.Add (lambda)")]
    [InlineData("Program+<>c__DisplayClass0_0", "<<Main>$>b__0", "Program.<Main>$ (lambda)")]
    [InlineData("Shop.Cart", "<Add>g__Check|3_0", "Shop.Cart.Add.Check")]
    [InlineData("Shop.Cart+<Load>d__7", "MoveNext", "Shop.Cart.Load")]
    [InlineData("Shop.Cart+<Load>d__7`1[System.__Canon]", "MoveNext", "Shop.Cart.Load")]
    [InlineData("Shop.Cart+Line", "MoveNext", "Shop.Cart+Line.MoveNext")]
    public void Generated_code_has_the_name_of_what_it_was_made_of(string type, string method, string name) =>
        Assert.Equal(name, MethodNames.Readable(type, method));
}
