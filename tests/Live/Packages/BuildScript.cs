using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The scripts of `eng` that make packages and try them.</summary>
internal static class BuildScript
{
    /// <summary>What such a script ends with where this machine has not what it takes; it says why.</summary>
    private const int CannotBeHad = 3;

    public static string Named(string script) => Path.Combine(Built.Root, "eng", script);

    /// <summary>It says what it made to the test's output. Where it cannot be tried here, the test is skipped with the reason.</summary>
    public static void Try(ITestOutputHelper output, string[] call, params (string Name, string? Value)[] variables)
    {
        var tried = Ran.Command([Named(call[0]), .. call[1..]], variables);
        Assert.SkipWhen(tried.ExitCode == CannotBeHad, tried.Error.Trim());
        output.WriteLine(tried.Output);
        Assert.True(tried.ExitCode == 0, tried.Error);
    }

    /// <exception cref="Xunit.Sdk.XunitException">It failed: what it said.</exception>
    public static Ran Done(params string[] call)
    {
        var done = Ran.Command([Named(call[0]), .. call[1..]]);
        Assert.True(done.ExitCode == 0, done.Output + done.Error);
        return done;
    }
}
