using Lowtide.Load;

namespace Lowtide.Tests.Pure.Load;

public sealed class RedirectsTests
{
    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(0, 100, false)]
    [InlineData(49, 100, false)]
    [InlineData(50, 100, true)]
    [InlineData(100, 100, true)]
    public void Half_of_the_answers_is_too_many(long redirects, long answers, bool said) => Assert.Equal(said, Redirects.Said(redirects, answers) is not null);

    [Theory]
    [InlineData(200, false)]
    [InlineData(301, true)]
    [InlineData(399, true)]
    [InlineData(404, false)]
    public void Only_the_status_tells(int status, bool isOne) => Assert.Equal(isOne, Redirects.Is(status));
}
