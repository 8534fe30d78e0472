using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Servers;

public sealed class ServerAddressTests
{
    [Theory]
    [InlineData("http://127.0.0.1:8000/", "gunicorn app", "127.0.0.1:8000")]
    [InlineData("http://127.0.0.1:8000/", "gunicorn app", "0.0.0.0:8000")]
    [InlineData("http://127.0.0.1:8000/", "puma", "0.0.0.0:8000", "[::]:8000")]
    [InlineData("http://[::1]:80/", "puma", "[::1]:80")]
    [InlineData("http://10.0.0.7:80/", "puma", "10.0.0.7:80")]
    [InlineData("http://127.0.0.1:8000/", "uwsgi --http-socket 127.0.0.1:8000", "127.0.0.1:8000")]
    [InlineData("http://127.0.0.1:8000/", "uwsgi --ini app.ini", "127.0.0.1:8000")]
    [InlineData(null, "uwsgi --socket 127.0.0.1:3031", "127.0.0.1:3031")]
    [InlineData(null, "gunicorn app", "127.0.0.1:8000", "127.0.0.1:9000")]
    [InlineData(null, "gunicorn app")]
    [InlineData(null, "gunicorn app", "no address", "$(id)\n:80")]
    public void It_is_proposed_where_there_is_one_port(string? url, string command, params string[] listensOn) =>
        Assert.Equal(url, ServerAddress.Of(Family(command, listensOn))?.Url);

    [Fact]
    public void What_was_not_read_is_not_proposed() => Assert.Null(ServerAddress.Of(Family("gunicorn app", null)));

    private static FamilySnapshot Family(string command, IReadOnlyList<string>? listensOn)
    {
        var master = MadeFamilies.Master();
        return MadeFamilies.Recording(master with { Process = master.Process with { CommandLine = command } }).Latest with { ListensOn = listensOn };
    }
}
