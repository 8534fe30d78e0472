using Lowtide.Commands;

namespace Lowtide.Tests.Pure.Commands;

public sealed class SizeOptionTests
{
    [Theory]
    [InlineData("250M", 250L << 20)]
    [InlineData("250MiB", 250L << 20)]
    [InlineData("1.5g", 3L << 29)]
    [InlineData("512k", 512L << 10)]
    [InlineData("1048576", 1048576L)]
    public void Is_read(string text, long bytes) => Assert.Equal(bytes, SizeOption.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("M")]
    [InlineData("0")]
    [InlineData("-1M")]
    [InlineData("0.1")]
    [InlineData("1,5G")]
    [InlineData("5T")]
    [InlineData("99999999999G")]
    public void Is_none(string text) => Assert.Null(SizeOption.Parse(text));
}
