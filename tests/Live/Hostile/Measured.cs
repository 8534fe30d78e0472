using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Hostile;

/// <summary>What a call of Lowtide cost that has ended.</summary>
/// <param name="Status">Minus the number of a signal: -9 where it took longer than <see cref="Limit"/>.</param>
/// <param name="Processor">Seconds of all its threads: a machine that is busy with others makes it wait, and costs it none.</param>
/// <param name="PeakBytes">The most that was resident.</param>
internal sealed record Measured(int Status, double Processor, long PeakBytes, string Error)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);

    public static Measured Lowtide(params string[] words)
    {
        var ran = Ran.Command(["/usr/bin/python3", Target.Path("measured.py"), $"{Limit.TotalSeconds}", Built.Lowtide, .. words]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        var said = JsonDocument.Parse(ran.Output).RootElement;
        return new(
            said.GetProperty("status").GetInt32(), said.GetProperty("cpu").GetDouble(), said.GetProperty("peak").GetInt64(),
            said.GetProperty("error").GetString()!);
    }
}
