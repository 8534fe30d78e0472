using Lowtide.Capture.Families;

namespace Lowtide.Tests.Pure.Capture.Families;

public sealed class ProgramNameTests
{
    /// <summary>What a TARGET may be called by, beside the kernel's name.</summary>
    [Theory]
    [InlineData("celery", "python3", "-m", "celery", "-A", "app")]
    [InlineData("celery", "python3", "-u", "-m", "celery", "worker")]
    [InlineData("gunicorn", "/usr/bin/python3", "gunicorn", "-m", "7")]
    [InlineData("serve.py", "python3", "serve.py")]
    [InlineData("sidekiq", "sidekiq 6.5.12 shop [0 of 5 busy]")]
    [InlineData("puma", "puma: cluster worker 0: 99 [shop]")]
    [InlineData("celery", "[celeryd: celery@host:MainProcess] -active- (worker -c 4)")]
    [InlineData("celeryd", "[celeryd: celery@host:MainProcess] -active- (worker -c 4)")]
    public void The_script_or_module_of_an_interpreter(string name, params string[] words)
    {
        Assert.Contains(name, ProgramName.AskedBy(words));
        Assert.DoesNotContain("7", ProgramName.AskedBy(words));
    }

    [Theory]
    [InlineData("sleep")]
    [InlineData("sh", "start.sh")]
    public void What_has_none_is_asked_for_by_its_words(params string[] words) => Assert.Equal(words, ProgramName.AskedBy(words));

    /// <summary>Never an argument, which may be a secret: "x" and 80 are.</summary>
    [Theory]
    [InlineData("serve.py", "/srv/venv/bin/python", "/srv/shop/serve.py", "--port", "80")]
    [InlineData("serve.py", "python3", "-I", "/srv/serve.py", "x")]
    [InlineData("manage.py", "python3.11", "-X", "dev", "-u", "manage.py", "runserver", "80")]
    [InlineData("manage.py", "python3.13t", "-Xpycache_prefix=/srv/pyc", "-W", "x", "manage.py")]
    [InlineData("celery", "python3", "-um", "celery", "-A", "x")]
    [InlineData("gunicorn", "python3", "-mgunicorn", "x:x")]
    [InlineData("app.main", "python3", "-m", "app.main")]
    [InlineData("Shop.dll", "dotnet", "Shop.dll", "x")]
    [InlineData("Shop.dll", "/usr/bin/dotnet", "exec", "--runtimeconfig", "x.json", "--roll-forward", "Major", "/srv/Shop.dll")]
    [InlineData("puma", "ruby3.1", "-I", "lib", "/usr/bin/puma", "-m", "80")]
    [InlineData("app.rb", "ruby", "-W", "app.rb", "-p", "80")]
    [InlineData("app.rb", "ruby", "-W0", "--yjit", "--encoding", "UTF-8", "app.rb")]
    [InlineData("sidekiq", "ruby", "/usr/bin/bundle", "exec", "/usr/bin/sidekiq", "-c", "80")]
    [InlineData("server.js", "node", "--max-old-space-size=512", "-r", "./x.js", "--inspect", "server.js")]
    [InlineData("artisan", "php8.2", "-d", "memory_limit=512M", "artisan", "queue:work")]
    [InlineData("worker.php", "php", "-f", "worker.php", "x")]
    [InlineData("app.pl", "perl", "-I", "lib", "-MPlack", "-w", "app.pl")]
    [InlineData("shop", "python3", "/srv/shop/")]
    [InlineData("-odd.py", "python3", "--", "-odd.py")]
    [InlineData("exec", "python3", "exec", "x")]
    [InlineData(null, "python3", "-c", "import shop; shop.serve()")]
    [InlineData(null, "python3", "-Icprint()", "x")]
    [InlineData(null, "python3", "--nobody-knows", "x")]
    [InlineData(null, "ruby", "-we", "serve", "x")]
    [InlineData(null, "ruby", "bundle", "exec", "-x")]
    [InlineData(null, "node", "--eval", "serve()", "x")]
    [InlineData(null, "node", "--nobody-knows", "x")]
    [InlineData(null, "php", "-r", "serve();", "x")]
    [InlineData(null, "php", "-S", "0.0.0.0:80", "x")]
    [InlineData(null, "perl", "-E", "serve", "x")]
    [InlineData(null, "dotnet", "run", "--project", "x.dll")]
    [InlineData(null, "python3", "-m")]
    [InlineData(null, "python3", "-")]
    [InlineData(null, "python3")]
    [InlineData(null, "python3", "/")]
    [InlineData(null, "uwsgi", "--ini", "shop.ini")]
    [InlineData(null, "python3-dbg-server", "x")]
    public void What_an_interpreter_runs(string? script, params string[] words) => Assert.Equal(script, ProgramName.Script(words));

    /// <summary>By the kernel's name first: a process may call itself what it likes.</summary>
    [Theory]
    [InlineData("app.py", "python3", "/usr/bin/python3", "app.py")]
    [InlineData("gunicorn", "gunicorn", "/usr/bin/python3", "/usr/bin/gunicorn", "app")]
    [InlineData("puma", "ruby", "puma 6.4.0 (tcp://127.0.0.1:80) [shop]")]
    [InlineData("sidekiq", "ruby", "sidekiq 6.5.12 shop [0 of 5 busy]")]
    [InlineData("python3", "python3", "/opt/my apps/python3", "-c", "serve()")]
    [InlineData("python3", "python3")]
    [InlineData("uwsgi", "uwsgi", "/usr/bin/uwsgi", "--ini", "x")]
    public void What_a_server_is_called_by(string name, string program, params string[] words) =>
        Assert.Equal(name, ProgramName.Of(program, () => words.Length == 0 ? null : words));

    [Fact]
    public void A_long_one_is_cut() => Assert.Equal(100, ProgramName.Script(["python3", "-m", new string('x', 5000)])!.Length);
}
