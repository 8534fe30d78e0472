using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class ProcessStatTests
{
    /// <summary>As read from a machine; the fields that are used have values of their own.</summary>
    private const string Fields =
        "S 4242 4711 4711 0 -1 4194560 1243 0 3 0 11 7 5 2 20 0 7 0 461532 14581760 2331 18446744073709551615 4321280 "
        + "7138889 140720705671344 0 0 0 0 16781318 0 1 0 0 17 0 0 0 0 0 0 9702856 10210160 41095168 140720705673000 "
        + "140720705673100 140720705673100 140720705675232 0";

    [Theory]
    [InlineData("python3")]
    [InlineData("a) R (b")]
    [InlineData(") Z 1 1 1")]
    [InlineData("(sd-pam)")]
    [InlineData("")]
    [InlineData("tmux: server")]
    [InlineData("two\nlines")]
    public void A_name_may_hold_what_it_likes(string name)
    {
        Assert.Equal(
            new ProcessStat(4711, name, 'S', 4242, 4194560, 7, 461532, 2331, 4321280, 140720705671344, 41095168)
            {
                CpuTicks = 18,
                ReapedCpuTicks = 7,
                MinorFaults = 1243,
                MajorFaults = 3,
            },
            ProcessStat.Parse($"4711 ({name}) {Fields}\n"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("4711")]
    [InlineData("4711 (python3)")]
    [InlineData("4711 (python3) S 1 2")]
    [InlineData("4711 )python3( S 1 2")]
    [InlineData("x (python3) " + Fields)]
    [InlineData("4711 (python3) S" + Fields)]
    [InlineData("4711 (python3) S x" + Fields)]
    public void Half_a_text_is_no_process(string text) => Assert.Null(ProcessStat.Parse(text));

    [Theory]
    [InlineData('S', 0x0040_0100u, false, false)]
    [InlineData('Z', 0x0040_0100u, true, false)]
    [InlineData('X', 0x0040_0100u, true, false)]
    [InlineData('I', 0x0420_8060u, false, true)]
    public void State_and_flags_tell_zombies_and_kernel_threads(char state, uint flags, bool zombie, bool kernel)
    {
        var stat = ProcessStat.Parse($"4711 (python3) {Fields}")! with { State = state, Flags = flags };
        Assert.Equal((zombie, kernel), (stat.IsZombie, stat.IsKernelThread));
    }
}
