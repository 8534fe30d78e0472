using Lowtide.Capture.DotNet;

namespace Lowtide.Tests.Pure.Capture.DotNet;

public sealed class MethodNamesTests
{
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
