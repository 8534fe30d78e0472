using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture;

/// <summary>The mount options of /proc, proc(5): as proc_pid_mountinfo(5) has them.</summary>
public sealed class HiddenProcessesTests
{
    private const string Own = "1000 4";

    [Theory]
    [InlineData("rw", null)]
    [InlineData("rw,hidepid=0", null)]
    [InlineData("rw,hidepid=off", null)]
    [InlineData("rw,hidepid=1", "hidepid=1")]
    [InlineData("rw,gid=7,hidepid=invisible", "hidepid=invisible")]
    [InlineData("rw,gid=4,hidepid=2", null)]
    [InlineData("rw,hidepid=ptraceable", "hidepid=ptraceable")]
    public void An_option_hides_from_who_is_not_in_its_group(string options, string? hides) =>
        Assert.Equal(hides, HiddenProcesses.Option(
            $"21 28 0:19 / /sys rw - sysfs sysfs rw,hidepid=2\n23 28 0:21 / /proc rw,nosuid shared:12 - proc proc {options}\n", Own));

    [Fact]
    public void What_is_mounted_last_is_what_is_seen() =>
        Assert.Null(HiddenProcesses.Option("23 28 0:21 / /proc rw - proc proc rw,hidepid=2\n30 23 0:22 / /proc rw - proc proc rw\n", Own));

    [Fact]
    public void Lines_of_no_sense_hide_nothing() => Assert.Null(HiddenProcesses.Option("\n - \n/proc - proc proc hidepid=2\n", Own));
}
