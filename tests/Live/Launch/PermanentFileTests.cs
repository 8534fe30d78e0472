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
}
