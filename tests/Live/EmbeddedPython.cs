using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live;

/// <summary>tests/Live/targets/embedded.c: a program of another name with Debian's shared libpython in it.</summary>
internal static class EmbeddedPython
{
    /// <returns>The program's path, in that folder. Skips the test where it cannot be built.</returns>
    public static string Build(TempFolder folder)
    {
        const string Config = "/usr/bin/python3-config";
        Assert.SkipUnless(File.Exists(Config), "python3-config is not installed");
        var program = Path.Combine(folder.Path, "server");
        var flags = Ran.Command([Config, "--includes", "--ldflags", "--embed"]).Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        var built = Ran.Command(["cc", Target.Path("embedded.c"), "-o", program, .. flags]);
        Assert.SkipUnless(built.ExitCode == 0, $"a program with Python in it cannot be built here: {built.Error.Split('\n')[0]}");
        return program;
    }
}
