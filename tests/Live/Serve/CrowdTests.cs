using System.Globalization;

namespace Lowtide.Tests.Live.Serve;

/// <summary><c>lowtide serve</c> on a machine with more servers than it watches.</summary>
[Collection(nameof(Alone))]
public sealed class CrowdTests
{
    private const int Servers = 10_000;

    [Fact, Trait("Scope", "Full")]
    public void Of_ten_thousand_servers_a_thousand_are_watched_and_the_others_counted()
    {
        var most = long.Parse(File.ReadAllText("/proc/sys/kernel/pid_max"), CultureInfo.InvariantCulture);
        Assert.SkipWhen(most < 3 * Servers, $"this machine has {most} process ids");
        using var folder = new TempFolder();
        using var crowd = Target.Start(CompiledTarget.Build("many_servers", flags: "-static"), [$"{Servers}"]);
        using var serve = new ServeProcess(folder.File("history"));
        var metrics = Patience.Until(
            () => serve.Metrics is var text && LeftOut(text) is >= Servers - 1000 and < Servers ? text : null, "the servers", TimeSpan.FromMinutes(5));
        Assert.Equal(1000, metrics.Split('\n').Count(line => line.StartsWith("lowtide_family_workers{", StringComparison.Ordinal)));
        Assert.True(serve.Get("/-/healthy").IsSuccessStatusCode);
        Assert.Equal(0, serve.End());
    }

    private static int LeftOut(string metrics) =>
        metrics.Split('\n').FirstOrDefault(line => line.StartsWith(Metric, StringComparison.Ordinal)) is { } told
            ? int.Parse(told[Metric.Length..], CultureInfo.InvariantCulture) : 0;

    private const string Metric = "lowtide_families_left_out ";
}
