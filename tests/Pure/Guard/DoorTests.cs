using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;

namespace Lowtide.Tests.Pure.Guard;

public sealed class DoorTests
{
    private static readonly ServerFacts Uwsgi = new(["uwsgi", "--master"], new Dictionary<string, string>()) { Executable = "/usr/bin/uwsgi-core" };

    [Theory]
    [InlineData("uwsgi --master --processes 4", null)]
    [InlineData("uwsgi --master --async 4 --ugreen", "async mode (async)")]
    [InlineData("uwsgi --master --async=4", "async mode (async)")]
    [InlineData("uwsgi --master --gevent 100", "async mode (gevent)")]
    [InlineData("uwsgi --master --asyncio 10 --greenlet", "async mode (greenlet)")]
    [InlineData("uwsgi --master --include more.ini", "include others")]
    [InlineData("uwsgi --master --wsgi-file /srv/async/app.py", null)]
    public void Uwsgi_is_refused_where_a_worker_would_end_at_once(string line, string? why) =>
        MustBe(why, new UwsgiDoor().Closed(Uwsgi with { Words = line.Split(' ') }, new DoorOptions()));

    [Theory]
    [InlineData("[uwsgi]\nmaster = true\nprocesses = 4", null)]
    [InlineData("[uwsgi]\nmaster = true\nasync = 10", "async mode (async)")]
    [InlineData("[uwsgi]\ngevent=100", "async mode (gevent)")]
    [InlineData("uwsgi:\n  async: 4", "async mode (async)")]
    [InlineData("<uwsgi><async>4</async></uwsgi>", "async mode (async)")]
    [InlineData("{\"uwsgi\": {\"async\": 4}}", "async mode (async)")]
    [InlineData("[uwsgi]\nugreen", "async mode (ugreen)")]
    [InlineData("[uwsgi]\ninclude = base.ini", "include others")]
    [InlineData("[uwsgi]\nwsgi-file = async.py\nchdir = /srv/gevent", null)]
    public void So_are_settings_that_say_it(string settings, string? why) =>
        MustBe(why, new UwsgiDoor().Closed(Uwsgi with { Settings = [settings] }, new DoorOptions()));

    [Fact]
    public void And_whatever_cannot_be_told()
    {
        var door = new UwsgiDoor();
        MustBe("app.ini cannot be read", door.Closed(Uwsgi with { Settings = null, Unread = "app.ini" }, new DoorOptions()));
        MustBe("environment may not be read", door.Closed(Uwsgi with { Variables = null }, new DoorOptions()));
        MustBe("UWSGI_INI names", door.Closed(Uwsgi with { Variables = new Dictionary<string, string> { ["UWSGI_INI"] = "x" } }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(Uwsgi with { Variables = new Dictionary<string, string> { ["UWSGI_GEVENT"] = "9" } }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(Uwsgi with { Mapped = ["gevent_plugin.so"] }, new DoorOptions()));
        MustBe("no master", door.Closed(Uwsgi with { IsAlone = true }, new DoorOptions()));
    }

    [Theory]
    [InlineData("uwsgi --ini app.ini", "app.ini")]
    [InlineData("uwsgi --ini=/etc/app.ini:prod", "/etc/app.ini")]
    [InlineData("uwsgi app.ini", "app.ini")]
    [InlineData("uwsgi -M app.yaml --json more.json", "app.yaml more.json")]
    [InlineData("uwsgi --wsgi-file app.py", "")]
    public void Its_files_of_settings_are_those_that_it_was_given(string line, string files) =>
        Assert.Equal(files, string.Join(' ', new UwsgiDoor().Settings(line.Split(' '))));

    [Theory]
    [InlineData("/usr/bin/python3 /usr/bin/gunicorn -w 4 app:app", "gunicorn")]
    [InlineData("gunicorn: master [app]", "gunicorn")]
    [InlineData("puma 5.6.5 (tcp://127.0.0.1:9292) [app]", "puma")]
    [InlineData("unicorn master -c unicorn.rb", "unicorn")]
    [InlineData("/usr/bin/postgres -D /var", null)]
    public void Each_server_has_one_door(string line, string? server)
    {
        var facts = new ServerFacts(line.Split(' '), null) { Executable = "/usr/bin/ruby3.1" };
        Assert.Equal(server, AllDoors.List.SingleOrDefault(door => door.IsOf(facts))?.Server);
    }

    [Fact]
    public void Servers_without_a_master_are_left_alone()
    {
        var alone = new ServerFacts([], null) { IsAlone = true };
        Assert.All(AllDoors.List.Where(door => door.Server != "uwsgi"), door => Assert.NotNull(door.Closed(alone, new DoorOptions())));
        MustBe("fork_worker", new PumaDoor().Closed(new ServerFacts([], null) { IsNested = true }, new DoorOptions()));
    }

    private static void MustBe(string? why, string? closed)
    {
        if (why is null)
            Assert.Null(closed);
        else
            Assert.Contains(why, closed, StringComparison.Ordinal);
    }
}
