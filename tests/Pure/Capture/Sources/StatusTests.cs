using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

/// <summary>/proc/PID/status, whose first line is the name that the process gave itself.</summary>
public sealed class StatusTests
{
    private const string Rest = "\nUmask:\t0022\nTgid:\t4711\nUid:\t1000\t1001\t1002\t1003\nNSpid:\t4711\t12\nVmSwap:\t       0 kB\n";

    [Theory]
    [InlineData("\r")]
    [InlineData("\f")]
    [InlineData("\v")]
    [InlineData("\u0085")]
    [InlineData("\u2028")]
    public void A_name_adds_no_line(string end)
    {
        var status = $"Name:\tx{end}Uid:\t0\t0\t0\t0{Rest}";
        Assert.Equal("1000\t1001\t1002\t1003", Procfs.ValueOf("Uid", status));
        Assert.Equal("4711", Procfs.ValueOf("Tgid", status));
        Assert.Equal($"x{end}Uid:\t0\t0\t0\t0", Procfs.ValueOf("Name", status));
    }

    [Theory]
    [InlineData("Uid", "1000\t1001\t1002\t1003")]
    [InlineData("VmSwap", "0 kB")]
    [InlineData("Ui", null)]
    [InlineData("VmPeak", null)]
    public void A_key_is_a_whole_word_at_the_start_of_a_line(string key, string? value) => Assert.Equal(value, Procfs.ValueOf(key, $"Name:\tVmPeak:{Rest}"));
}
