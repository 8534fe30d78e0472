using Lowtide.Analysis.Remedies;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What a user keeps instead of Lowtide does what the trial proved, and no less.</summary>
public sealed class PermanentFileTests
{
    private const string Shown = "import gc, sys; print(gc.get_threshold()[0], 'sitecustomize' in sys.modules)";

    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_sites_own_sitecustomize_still_runs(string python)
    {
        var folder = Directory.CreateTempSubdirectory("lowtide-test-");
        try
        {
            var kept = folder.CreateSubdirectory("kept").FullName;
            var site = folder.CreateSubdirectory("site").FullName;
            File.WriteAllText($"{kept}/sitecustomize.py", Assert.Single(new GcThreshold0().Permanent.Files).Content);
            Assert.Equal("0 True\n", Ran.Command(["env", $"PYTHONPATH={kept}", python, "-c", Shown]).Output);
            File.WriteAllText($"{site}/sitecustomize.py", "print('the site')\n");
            Assert.Equal("the site\n0 True\n", Ran.Command(["env", $"PYTHONPATH={kept}:{site}", python, "-c", Shown]).Output);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Here by a setting that is no number; 3.14.0 to 3.14.4 refuse it as well.</summary>
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_sites_own_sitecustomize_runs_although_the_remedy_cannot_be_switched_on(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var kept = new TempFolder();
        using var site = new TempFolder();
        kept.File("sitecustomize.py", Assert.Single(new CollectWhen().Permanent.Files).Content);
        site.File("sitecustomize.py", "print('the site')\n");
        var ran = Ran.Command(["env", $"PYTHONPATH={kept.Path}:{site.Path}", "LOWTIDE_COLLECT_WHEN_MIB=many", python, "-c", "print('runs')"]);
        Assert.Equal("the site\nruns\n", ran.Output);
        Assert.Contains("is not on: invalid literal", ran.Error);
    }
}
