using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

public sealed class ServedFamilyTests
{
    [Fact]
    public void A_command_that_serves_itself_is_the_family()
    {
        var server = new Family(Process(10, 1, 900), [Process(11, 10, 800), Process(12, 10, 800)]);
        Assert.Same(server, ServedFamily.Of(10, [new Family(Process(5, 1, 9000), []), server]));
    }

    [Fact]
    public void A_scripts_server_is_measured_and_not_the_script()
    {
        var script = new Family(Process(10, 1, 300), []);
        var server = new Family(Process(12, 11, 900), [Process(13, 12, 800)]);
        var helper = new Family(Process(14, 12, 400), []);
        Assert.Same(server, ServedFamily.Of(10, [script, new Family(Process(11, 10, 200), []), server, helper, new Family(Process(20, 1, 99999), [])]));
    }

    [Fact]
    public void Nothing_left_is_null()
    {
        Assert.Null(ServedFamily.Of(10, [new Family(Process(12, 1, 900), [])]));
        // A ring of reused pids comes to an end.
        Assert.Null(ServedFamily.Of(10, [new Family(Process(12, 13, 900), []), new Family(Process(13, 12, 900), [])]));
    }

    private static ProcessStat Process(int pid, int parent, long rss) => new(pid, "p", 'S', parent, 0, 1, pid, rss, 0, 0, 0);
}
