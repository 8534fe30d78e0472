using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;

namespace Lowtide.Tests.Pure.Guard;

public sealed class DoorTests
{
    private static readonly ServerFacts Uwsgi = new(["uwsgi", "--master"], new Dictionary<string, string>()) { Executable = "/usr/bin/uwsgi-core" };

    [Theory]
    [InlineData("uwsgi --master --processes 4", null)]
    [InlineData("uwsgi -M -p 4", null)]
    [InlineData("uwsgi --processes 4", "no master")]
    [InlineData("uwsgi --master --async 4 --ugreen", "async mode (async)")]
    [InlineData("uwsgi --master --async=4", "async mode (async)")]
    [InlineData("uwsgi --master --gevent 100", "async mode (gevent)")]
    [InlineData("uwsgi --master --asyncio 10 --greenlet", "async mode (greenlet)")]
    [InlineData("uwsgi --master --include more.ini", "include others")]
    [InlineData("uwsgi --master --tornado 100", "async mode (tornado)")]
    [InlineData("uwsgi --master --set=gevent=100", "async mode (gevent)")]
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
    [InlineData("[uwsgi]\nini = base.ini", "include others")]
    [InlineData("[uwsgi]\nini-paste = base.ini", "include others")]
    [InlineData("<uwsgi><xmlconfig>base.xml</xmlconfig></uwsgi>", "include others")]
    [InlineData("[uwsgi]\nset = gevent=100", "async mode (gevent)")]
    [InlineData("uwsgi:\n  'gevent': 100", "async mode (gevent)")]
    [InlineData("{uwsgi: {gevent: 100}}", "async mode (gevent)")]
    [InlineData("[uwsgi]\nx = <!--\nasync = 4\ny = -->", "async mode (async)")]
    [InlineData("[uwsgi]\n; async = 4", null)]
    [InlineData("[uwsgi]\nenv = LOG_FORMAT=json\nplugins = python3, gevent", null)]
    [InlineData("<?xml version=\"1.0\"?>\n<uwsgi><master/></uwsgi>", null)]
    [InlineData("[uwsgi]\nwsgi-file = async.py\nchdir = /srv/gevent", null)]
    public void So_are_settings_that_say_it(string settings, string? why) =>
        MustBe(why, new UwsgiDoor().Closed(Uwsgi with { Words = ["uwsgi", "--master", "--ini", "app.ini"], Settings = [settings] }, new DoorOptions()));

    /// <summary>Of an ini file uWSGI reads [uwsgi], or the section that stands behind the file's name.</summary>
    [Theory]
    [InlineData("app.ini", "[uwsgi]\nmaster = true\n[shop]\nasync = 4", null)]
    [InlineData("app.ini:shop", "[uwsgi]\nmaster = true\n[shop]\nasync = 4", "async mode (async)")]
    [InlineData("app.ini", "[shop]\nmaster = true\n\n [uwsgi]\nprocesses = 4", "no master")]
    [InlineData("app.ini:shop", "[shop]\nmaster = true\n\n [uwsgi]\nprocesses = 4", null)]
    [InlineData("app.ini:shop", "[shop]\nmaster = true\n[other]\nx = 1\n[shop]\ngevent = 4", "async mode (gevent)")]
    [InlineData("app.ini:prod", "[shop]\nmaster = true", "no master")]
    public void And_a_section_of_them_that_it_was_given(string file, string settings, string? why) =>
        MustBe(why, new UwsgiDoor().Closed(Uwsgi with { Words = ["uwsgi", file], Settings = [settings] }, new DoorOptions()));

    [Fact]
    public void And_whatever_cannot_be_told()
    {
        var door = new UwsgiDoor();
        MustBe("a title stands over its command line", door.Closed(Uwsgi with { Words = ["uWSGI master"] }, new DoorOptions()));
        MustBe("a title stands over its command line", door.Closed(Uwsgi with { Words = ["shop-master"], Variables = null }, new DoorOptions()));
        MustBe("include others", door.Closed(Uwsgi with { Variables = Only("UWSGI_INCLUDE") }, new DoorOptions()));
        MustBe("app.ini cannot be read", door.Closed(Uwsgi with { Settings = null, Unread = "app.ini" }, new DoorOptions()));
        MustBe("environment may not be read", door.Closed(Uwsgi with { Variables = null }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(Uwsgi with { Variables = Only("UWSGI_GEVENT") }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(Uwsgi with { Variables = Only("UWSGI_gevent") }, new DoorOptions()));
        var moved = Uwsgi with { Words = ["uwsgi", "-M", "app.ini"], GuessedSettings = "app.ini" };
        MustBe("app.ini may be another file's", door.Closed(moved with { Settings = ["[uwsgi]\nchdir = /srv"] }, new DoorOptions()));
        MustBe(null, door.Closed(moved with { Settings = ["[uwsgi]\nprocesses = 4"] }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(Uwsgi with { Mapped = ["gevent_plugin.so"] }, new DoorOptions()));
        MustBe("async mode (tornado)", door.Closed(Uwsgi with { Mapped = ["tornado_python3_plugin.so"] }, new DoorOptions()));
        MustBe("app.ini has changed", door.Closed(Uwsgi with { ChangedSettings = "app.ini" }, new DoorOptions()));
        MustBe("no master", door.Closed(Uwsgi with { IsAlone = true }, new DoorOptions()));
    }

    /// <summary>A worker without one ends as it is told, and nobody comes in its place.</summary>
    [Theory]
    [InlineData("[uwsgi]\nmaster = true", null)]
    [InlineData("[uwsgi]\nmaster = false", "no master")]
    [InlineData("[uwsgi]\nmaster = 0", "no master")]
    [InlineData("[uwsgi]\n# master = true", "no master")]
    [InlineData("[uwsgi]\n ; master = true", "no master")]
    [InlineData("{\"uwsgi\": {\"master\": false}}", "no master")]
    [InlineData("<uwsgi><master/></uwsgi>", null)]
    [InlineData("<uwsgi><!--\n<master/> --></uwsgi>", "no master")]
    [InlineData("[uwsgi]\nprocesses = 4", "no master")]
    [InlineData("[uwsgi]\nmaster = $(MASTER)", "no master")]
    [InlineData("[uwsgi]\nif-env = PROD\nmaster = true\nendif =", "no master")]
    [InlineData("[uwsgi]\nmaster = true\nif-env = PROD\nprocesses = 9\nendif =", null)]
    [InlineData("[uwsgi]\nenv = BRANCH=master", "no master")]
    public void A_master_of_uWSGIs_is_one_that_was_asked_for(string settings, string? why)
    {
        var (door, facts) = (new UwsgiDoor(), Uwsgi with { Words = ["uwsgi", "--ini", "app.ini"], Settings = [settings] });
        MustBe(why, door.Closed(facts, new DoorOptions()));
        MustBe("no master", door.Closed(facts with { Variables = new Dictionary<string, string> { ["UWSGI_MASTER"] = "false" } }, new DoorOptions()));
    }

    /// <summary>Each worker loads the program then, wherever that is said.</summary>
    [Fact]
    public void A_program_that_has_changed_is_let_in_by_nobody_who_loads_it_anew()
    {
        var (door, changed) = (new UwsgiDoor(), Uwsgi with { Newer = "/srv/app.py" });
        MustBe(null, door.Closed(changed, new DoorOptions()));
        MustBe("/srv/app.py has changed", door.Closed(changed with { Words = ["uwsgi", "--master", "--lazy-apps", "--processes", "4"] }, new DoorOptions()));
        MustBe("/srv/app.py has changed", door.Closed(
            changed with { Words = ["uwsgi", "--master", "app.ini"], Settings = ["lazy-apps = true"] }, new DoorOptions()));
        MustBe("/srv/app.py has changed", door.Closed(
            changed with { Variables = Only("UWSGI_LAZY_APPS") }, new DoorOptions()));
    }

    [Theory]
    [InlineData("uwsgi --ini app.ini", "app.ini")]
    [InlineData("uwsgi --ini=/etc/app.ini:prod", "/etc/app.ini")]
    [InlineData("uwsgi app.ini", "app.ini")]
    [InlineData("uwsgi -M app.yaml --json more.json", "app.yaml more.json")]
    [InlineData("uwsgi -x app -yapp --ini-paste production", "app app production")]
    [InlineData("uwsgi --wsgi-file app.py", "")]
    public void Its_files_of_settings_are_those_that_it_was_given(string line, string files) =>
        Assert.Equal(files, string.Join(' ', new UwsgiDoor().Settings(line.Split(' '), Only("UWSGI_THREADS"))));

    /// <summary>As of images for containers.</summary>
    [Fact]
    public void Or_those_that_a_variable_names()
    {
        var (door, variables) = (new UwsgiDoor(), new Dictionary<string, string> { ["UWSGI_INI"] = "/app/uwsgi.ini:shop" });
        Assert.Equal(["/app/uwsgi.ini", "more.ini"], door.Settings(["uwsgi", "more.ini"], variables));
        var facts = Uwsgi with { Words = ["uwsgi", "more.ini"], Variables = variables };
        MustBe(null, door.Closed(facts with { Settings = ["[shop]\nmaster = true", "[uwsgi]\nprocesses = 4"] }, new DoorOptions()));
        MustBe("async mode (gevent)", door.Closed(facts with { Settings = ["[shop]\nmaster = true", "[uwsgi]\ngevent = 4"] }, new DoorOptions()));
    }

    [Theory]
    [InlineData("4", "its workers have threads")]
    [InlineData("1", null)]
    public void Threads_that_it_was_told_may_keep_a_worker_from_its_end(string threads, string? why) =>
        MustBe(why, new UwsgiDoor().Closed(Uwsgi with { Words = ["uwsgi", "-M", "--threads", threads], Threads = 5 }, new DoorOptions()));

    /// <summary>Half of a deploy is there: what the new file says the arbiter was not told.</summary>
    [Fact]
    public void A_preload_that_gunicorn_has_not_read_is_none()
    {
        var facts = new ServerFacts(["gunicorn", "-c", "conf.py"], new Dictionary<string, string>()) { Settings = ["preload_app = True"], Newer = "app.py" };
        MustBe(null, new GunicornDoor().Closed(facts, new DoorOptions()));
        MustBe("app.py has changed", new GunicornDoor().Closed(facts with { ChangedSettings = "conf.py" }, new DoorOptions()));
    }

    [Theory]
    [InlineData("/usr/bin/python3 /usr/bin/gunicorn -w 4 app:app", "gunicorn")]
    [InlineData("gunicorn: master [app]", "gunicorn")]
    [InlineData("puma 5.6.5 (tcp://127.0.0.1:9292) [app]", "puma")]
    [InlineData("unicorn master -c unicorn.rb", "unicorn")]
    [InlineData("sidekiq 6.4.1 app [0 of 5 busy]", "sidekiq")]
    [InlineData("/usr/bin/ruby3.1 /usr/bin/sidekiq -r ./app.rb", "sidekiq")]
    [InlineData("/usr/bin/ruby sidekiq_report.rb", null)]
    [InlineData("[celeryd: celery@shop:MainProcess] -active- (worker -A shop)", "celery")]
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

    private static Dictionary<string, string> Only(string variable) => new() { [variable] = "1" };

    private static readonly ServerFacts Lone = new(["sidekiq", "6.4.1", "app", "[0", "of", "5", "busy]"], new Dictionary<string, string>())
    {
        IsAlone = true, Pid = 7, OwnPid = 7, Parent = "runsv",
    };

    [Fact]
    public void One_process_is_ended_where_something_starts_it_anew()
    {
        var door = new SidekiqDoor();
        MustBe(null, door.Closed(Lone, new DoorOptions()));
        MustBe("its parent is supervisord", door.Closed(Lone with { Parent = "supervisord" }, new DoorOptions()));
        MustBe("--supervised yes", door.Closed(Lone with { Parent = null }, new DoorOptions()));
        MustBe(null, door.Closed(Lone with { Parent = "supervisord" }, new DoorOptions { IsSupervised = true }));
        var unit = Lone with { Parent = "systemd", Unit = "shop.service" };
        MustBe(null, door.Closed(unit with { UnitStartsAnew = true }, new DoorOptions()));
        MustBe("shop.service has neither Restart=always", door.Closed(unit with { UnitStartsAnew = false }, new DoorOptions()));
        MustBe("its parent is systemd", door.Closed(unit, new DoorOptions()));
        MustBe("children", door.Closed(Lone with { IsAlone = false }, new DoorOptions()));
    }

    [Fact]
    public void Kestrel_is_ended_where_its_socket_is_kept_or_a_proxy_goes_to_another()
    {
        var door = new KestrelDoor();
        var handed = Lone with { Variables = new Dictionary<string, string> { ["LISTEN_FDS"] = "1", ["LISTEN_PID"] = "7" } };
        MustBe(null, door.Closed(handed, new DoorOptions()));
        Assert.False(door.NeedsPeers(handed));
        MustBe("nothing is seen", door.Closed(handed with { Parent = "bash" }, new DoorOptions()));
        // What a process that got the socket has passed on by its variables alone.
        MustBe("nobody keeps its socket", door.Closed(handed with { OwnPid = 8 }, new DoorOptions()));
        MustBe("nobody keeps its socket", door.Closed(Lone, new DoorOptions { IsSupervised = true }));
        MustBe("may not be read", door.Closed(Lone with { Variables = null }, new DoorOptions()));
        MustBe(null, door.Closed(Lone, new DoorOptions { IsProxied = true }));
        Assert.True(door.NeedsPeers(Lone));
        Assert.True(door.IsOf(Lone with { Mapped = ["libcoreclr.so", "Microsoft.AspNetCore.Server.Kestrel.Core.dll"] }));
        Assert.False(door.IsOf(Lone with { Mapped = ["libcoreclr.so"] }));
    }

    [Theory]
    [InlineData("celery -A shop worker", null)]
    [InlineData("celery -A shop worker -P prefork -n w1@%h", null)]
    [InlineData("celery -A shop worker -P threads", "its pool is threads")]
    [InlineData("celery -A shop worker --pool=gevent", "its pool is gevent")]
    [InlineData("[celeryd: celery@shop:MainProcess] -active- (worker -A shop -Psolo)", "its pool is solo")]
    [InlineData("celery -A shop worker -B", "--beat")]
    public void Celerys_prefork_children_are_ended_between_jobs(string line, string? why)
    {
        var (door, facts) = (new CeleryDoor(), Lone with { Words = line.Split(' '), IsAlone = false });
        MustBe(why, door.Closed(facts, new DoorOptions()));
    }

    [Theory]
    [InlineData("sidekiq 6.4.1 app [0 of 5 busy]", true)]
    [InlineData("sidekiq 6.4.1 app [5 of 5 busy]", true)]
    [InlineData("sidekiq 6.4.1 app [0 of 5 busy] stopping", false)]
    [InlineData("/usr/bin/ruby /usr/bin/sidekiq -r ./app.rb", false)]
    public void Sidekiq_serves_once_it_says_how_busy_it_is(string title, bool serves) => Assert.Equal(serves, new SidekiqDoor().IsTitleOfServing(title));

    private static void MustBe(string? why, string? closed)
    {
        if (why is null)
            Assert.Null(closed);
        else
            Assert.Contains(why, closed, StringComparison.Ordinal);
    }
}
