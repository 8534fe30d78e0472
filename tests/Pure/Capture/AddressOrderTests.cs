using Lowtide.Capture;

namespace Lowtide.Tests.Pure.Capture;

public sealed class AddressOrderTests
{
    [Theory]
    [InlineData(9UL, 0)]
    [InlineData(10UL, 1)]
    [InlineData(19UL, 1)]
    [InlineData(20UL, 3)] // two stand there
    [InlineData(30UL, 4)]
    [InlineData(ulong.MaxValue, 4)]
    public void The_first_behind_an_address_is_found(ulong address, int index)
    {
        ReadOnlySpan<ulong> starts = [10, 20, 20, 30];
        Assert.Equal(index, AddressOrder.FirstBehind(starts, address, static (start, at) => start > at));
    }

    [Fact]
    public void Nothing_is_behind_where_nothing_is() => Assert.Equal(0, AddressOrder.FirstBehind<ulong>([], 10, static (_, _) => true));
}
