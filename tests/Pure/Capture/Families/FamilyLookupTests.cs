using Lowtide.Capture.Families;

namespace Lowtide.Tests.Pure.Capture.Families;

public sealed class FamilyLookupTests
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
        Assert.Contains(name, FamilyLookup.NamedBy(words));
        Assert.DoesNotContain("7", FamilyLookup.NamedBy(words));
    }

    [Theory]
    [InlineData("python3", "-m")]
    [InlineData("sleep")]
    public void What_has_none_is_named_by_its_words(params string[] words) => Assert.Equal(words, FamilyLookup.NamedBy(words));
}
