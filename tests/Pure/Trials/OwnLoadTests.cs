using Lowtide.Launch;
using Lowtide.Trials.Loads;

namespace Lowtide.Tests.Pure.Trials;

public sealed class OwnLoadTests
{
    private static readonly Installation Here = new("/opt/it's/lib");

    [Theory]
    [InlineData("lowtide load {url} -n 5", @"'/opt/it'\''s/lib/lowtide-program' load {url} -n 5")]
    [InlineData("  lowtide   load --slow 1 {url}", @"'/opt/it'\''s/lib/lowtide-program' load --slow 1 {url}")]
    [InlineData("lowtide loads {url}", "lowtide loads {url}")]
    [InlineData("hey -n 5 {url}; lowtide load {url}", "hey -n 5 {url}; lowtide load {url}")]
    public void A_load_of_lowtides_is_this_program(string command, string told) => Assert.Equal(told, OwnLoad.Told(command, Here));

    [Theory]
    [InlineData("lowtide load {url} --rate {rate} --path /a", @"'/opt/it'\''s/lib/lowtide-program' load --json --find-rate {url} --rate auto --path /a")]
    [InlineData("hey -q {rate} {url}", @"'/opt/it'\''s/lib/lowtide-program' load --json --find-rate {url}")]
    public void A_rate_is_found_by_the_same_requests_where_they_are_ours(string command, string told) =>
        Assert.Equal(told, OwnLoad.FindingRate(command, Here));
}
