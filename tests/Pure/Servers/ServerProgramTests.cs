using Lowtide.Analysis.Servers;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Servers;

public sealed class ServerProgramTests
{
    [Theory]
    [InlineData("uwsgi", "/usr/bin/uwsgi-core", "/usr/bin/uwsgi --ini app.ini")]
    [InlineData("uwsgi", "/usr/bin/uwsgi-core", "'uWSGI master'")]
    [InlineData("uwsgi", null, "uwsgi --ini app.ini")]
    [InlineData("gunicorn", "/usr/bin/python3.11", "/usr/bin/python3 /usr/bin/gunicorn --preload -w 2 app:application")]
    [InlineData("gunicorn", "/usr/bin/python3.11", "python3.11 -u -m gunicorn app:application")]
    [InlineData("gunicorn", "/usr/bin/python3.11", "'gunicorn: master [app:application]'")]
    [InlineData("celery", "/usr/bin/python3.11", "/venv/bin/python /venv/bin/celery -A app worker")]
    [InlineData("celery", "/usr/bin/python3.11", "/usr/bin/python3 -m celery -A app worker -c 2")]
    [InlineData("celery", "/usr/bin/python3.11", "'[celeryd: celery@host:MainProcess] -active- (worker -A app)'")]
    [InlineData("multiprocessing.forkserver", "/usr/bin/python3.11",
        "/usr/bin/python3 -c 'from multiprocessing.forkserver import main; main(7, 8, ['\\''app'\\''], **{})'")]
    [InlineData("puma", "/usr/bin/ruby3.1", "/usr/bin/ruby /usr/bin/puma -C puma.rb")]
    [InlineData("puma", "/usr/bin/ruby3.1", "'puma 5.6.5 (tcp://127.0.0.1:8323) [app]'")]
    [InlineData(null, "/usr/bin/ruby3.1", "/usr/bin/ruby puma_metrics.rb")]
    [InlineData(null, "/usr/bin/python3.11", "/usr/bin/python3 serve.py --like gunicorn")]
    [InlineData(null, "/usr/bin/python3.11", "/usr/bin/python3 /srv/gunicorn-metrics.py")]
    [InlineData(null, "/usr/bin/python3.11", "/usr/bin/python3 /srv/gunicorn/serve.py")]
    [InlineData(null, null, "")]
    public void It_is_told_by_the_master(string? server, string? executable, string line)
    {
        var master = MadeFamilies.Master();
        Assert.Equal(server, ServerProgram.Of(MadeFamilies.Family(master with
        {
            Process = master.Process with { Executable = executable, CommandLine = line },
        })));
    }

    [Theory]
    [InlineData("gunicorn: maste", "gunicorn")]
    [InlineData("[celeryd: celer", "celeryd")]
    [InlineData("kworker/0:1-eve", "kworker/0:1-eve")]
    [InlineData(": x", ": x")]
    [InlineData("[: x", "[: x")]
    [InlineData("python3", "python3")]
    public void A_title_begins_with_the_program(string name, string program) => Assert.Equal(program, ProcessTitle.Program(name));
}
