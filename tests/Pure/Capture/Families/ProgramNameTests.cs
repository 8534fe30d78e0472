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

    [Theory]
    [InlineData("serve.py", "/srv/venv/bin/python", "/srv/shop/serve.py", "--port", "80")]
    [InlineData("manage.py", "python3.11", "-X", "dev", "-u", "manage.py", "runserver")]
    [InlineData("celery", "python3", "-um", "celery", "-A", "shop")]
    [InlineData("app.main", "python3", "-m", "app.main")]
    [InlineData("Shop.dll", "dotnet", "Shop.dll")]
    [InlineData("Shop.dll", "/usr/bin/dotnet", "exec", "--runtimeconfig", "a.json", "/srv/Shop.dll")]
    [InlineData("puma", "ruby3.1", "-I", "lib", "/usr/bin/puma", "-m", "8")]
    [InlineData(null, "python3", "-c", "import shop; shop.serve()")]
    [InlineData(null, "python3", "-Ic", "import shop")]
    [InlineData(null, "ruby", "-e", "serve")]
    [InlineData(null, "dotnet", "run")]
    [InlineData(null, "python3", "-m")]
    [InlineData(null, "python3", "-")]
    [InlineData(null, "python3")]
    [InlineData(null, "python3", "/")]
    [InlineData("shop", "python3", "/srv/shop/")]
    [InlineData(null, "uwsgi", "--ini", "shop.ini")]
    [InlineData(null, "python3-dbg-server", "x")]
    public void What_an_interpreter_runs(string? script, params string[] words) => Assert.Equal(script, ProgramName.Script(words));

    [Fact]
    public void A_long_one_is_cut() => Assert.Equal(100, ProgramName.Script(["python3", "-m", new string('x', 5000)])!.Length);
}
