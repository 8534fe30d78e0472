using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Capture;

/// <summary>gunicorn and Celery write a title over the environment they were started with: what a remedy set there is found all the same.</summary>
public sealed class TitledTests
{
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Settings_of_a_program_that_wrote_over_its_environment(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(
            python, [Target.Path("titled.py")], ("MALLOC_ARENA_MAX", "2"), ("LOWTIDE_REMEDIES", "malloc.arena-max-2"), ("RUBYOPT", new string('x', 9000)));
        Assert.True(target.Said.GetProperty("blank").GetBoolean());
        Assert.Null(Procfs.Settings(target.Pid));
        var settings = Look.At(target.Pid).Family.Master!.Settings!;
        Assert.Equal(("2", "malloc.arena-max-2", 9000), (settings["MALLOC_ARENA_MAX"], settings["LOWTIDE_REMEDIES"], settings["RUBYOPT"].Length));
    }
}
