using System.Net;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Torture;

/// <summary>More servers than <c>lowtide serve</c> watches: a thousand are, the others are counted. Alone: whoever lists processes beside it waits.</summary>
[Collection(nameof(Alone))]
public sealed class ManyServersTests(ITestOutputHelper output) : IDisposable
{
    private const int Watched = 1_000;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Fifteen_hundred() => Check(1_500);

    [Fact, Trait("Scope", "Full")]
    public void Ten_thousand() => Check(10_000);

    private void Check(int servers)
    {
        Assert.SkipUnless(Meminfo.Read().AvailableBytes > 6L << 30, "processes by the thousand take some GiB, and there are less than 6");
        using var target = Target.Start(CompiledTarget.Build("many_families"), [$"{servers}"]);
        var started = target.Said.GetProperty("started").GetInt32();
        Assert.SkipUnless(started == servers, $"no more than {started} servers can be started here");
        using var serve = new ServeProcess(_folder.File("history"));
        // Others' servers may be there too.
        var text = Patience.Until(
            () => serve.Metrics is var told && Value(told, "lowtide_families_left_out") >= servers - Watched
                && told.Contains("lowtide_process_pss_bytes{family=\"many_families", StringComparison.Ordinal) ? told : null,
            "all others are counted, and some were read");
        Assert.InRange(text.Split('\n').Count(line => line.StartsWith("lowtide_family_workers{", StringComparison.Ordinal)), Watched, Watched);
        Assert.Equal(HttpStatusCode.OK, serve.Get("/", File.ReadAllText(_folder.File("history/token")).Trim()).StatusCode);
        var (looks, used) = (Value(serve.Metrics, "lowtide_looks_total"), Value(serve.Metrics, "lowtide_own_cpu_seconds_total"));
        text = Patience.Until(() => serve.Metrics is var told && Value(told, "lowtide_looks_total") > looks ? told : null, "one more look");
        output.WriteLine($"{servers} servers: a look took {Value(text, "lowtide_own_cpu_seconds_total") - used:0.0} s of processors, {
            Procfs.Stat(serve.Pid)!.RssBytes >> 20} MiB resident");
        // A family has some KiB, and a page is made of them all.
        Assert.InRange(Procfs.Stat(serve.Pid)!.RssBytes, 0, 600L << 20);
    }

    private static double Value(string metrics, string name) => double.Parse(
        metrics.Split('\n').Single(line => line.StartsWith(name + " ", StringComparison.Ordinal)).Split(' ')[1],
        System.Globalization.CultureInfo.InvariantCulture);
}
