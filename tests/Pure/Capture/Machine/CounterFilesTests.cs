using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Machine;

/// <summary>Texts as the kernel writes them, and as it does not.</summary>
public sealed class CounterFilesTests
{
    [Fact]
    public void The_first_line_of_stat() => Assert.Equal(
        new CpuTimes(1553360 + 21702 + 291098, 641, 2),
        CpuTimes.Parse("cpu  1553360 21702 291098 712794 2860 7 13867 641 5 4\ncpu0 1 2 3 4 5 6 7 8 9 0\ncpu1 1 2 3 4 5 6 7 8 9 0\nintr 1 2\ncpufreq 7\n"));

    [Theory]
    [InlineData("")]
    [InlineData("cpu  1 2 3 4 5 6 7 8 9 0\n")]
    [InlineData("cpu  1 2 3\ncpu0 1 2 3\n")]
    [InlineData("intr 1\ncpu0 1 2 3 4 5 6 7 8\n")]
    public void Half_a_stat_is_none(string text) => Assert.Null(CpuTimes.Parse(text));

    [Fact]
    public void Pressure()
    {
        const string Some = "some avg10=74.15 avg60=43.24 avg300=36.79 total=7679296897\n";
        Assert.Equal(new PressureTotals(7679296897, 12), PressureTotals.Parse(Some + "full avg10=0.00 avg60=0.00 avg300=0.00 total=12\n"));
        // cpu has no "full" before Linux 5.13
        Assert.Equal(new PressureTotals(7679296897, null), PressureTotals.Parse(Some));
        Assert.Null(PressureTotals.Parse(null));
        Assert.Null(PressureTotals.Parse("some avg10=0.00\n"));
    }

    [Fact]
    public void Paging()
    {
        Assert.Equal(
            new PagingCounts(3, 4, 5),
            PagingCounts.Parse("pswpin 3\npswpout 4\nworkingset_refault_anon 9\nworkingset_refault_file 5\nworkingset_refault_filex 1\n"));
        Assert.Equal(new PagingCounts(null, null, 7), PagingCounts.Parse("workingset_refault 7\n"));
    }

    /// <summary>Linux 5.5 added the last words; sdb was not there before, sda1 is part of sda.</summary>
    [Fact]
    public void Disks()
    {
        const string Before = "   8  0 sda 1 2 3 4 5 6 7 8 0 1500 11 12 13 14 15 16 17\n   8  1 sda1 1 2 3 4 5 6 7 8 0 1400 11\n";
        const string After = "   8  0 sda 1 2 3 4 5 6 7 8 0 2250 11\n   8  1 sda1 1 2 3 4 5 6 7 8 0 2100 11\n   8 16 sdb 1 2 3 4 5 6 7 8 0 9000 11\n";
        Assert.Equal(0.75, DiskTimes.Parse(After)!.BusiestSince(DiskTimes.Parse(Before)!));
        Assert.Equal(0, DiskTimes.Parse(Before)!.BusiestSince(DiskTimes.Parse(After)!));
        Assert.Null(DiskTimes.Parse("8 0 sda 1 2\n")!.BusiestSince(DiskTimes.Parse(After)!));
        Assert.Null(DiskTimes.Parse(null));
    }

    [Fact]
    public void Quotas_of_the_group_and_of_those_around_it()
    {
        var place = new Cgroups.Place(2, "/a/b", "/cg/a/b", "/cg");
        CpuQuotas Read(long own, long outer) => CpuQuotas.Read(place, path => path switch
        {
            "/cg/a/b/cpu.stat" => $"usage_usec 5\nnr_periods {own * 10}\nnr_throttled {own}\nthrottled_usec 9\n",
            "/cg/a/cpu.stat" => $"nr_periods {outer * 2}\nnr_throttled {outer}\nthrottled_usec 9\n",
            "/cg/cpu.stat" => "usage_usec 5\n", // the root of v2 has no quota
            _ => null,
        });
        Assert.Equal(new CpuThrottling("/a", 40, 20), Read(own: 11, outer: 30).Since(Read(own: 1, outer: 10)));
        Assert.Equal(new CpuThrottling("/a/b", 100, 10), Read(own: 11, outer: 10).Since(Read(own: 1, outer: 10)));
        Assert.Null(Read(1, 1).Since(Read(1, 1)));
        Assert.Null(Read(1, 1).Since(CpuQuotas.None));
    }

    [Fact]
    public void The_root_of_version_1_has_a_name_too()
    {
        var place = Cgroups.Locate("1:cpu,cpuacct:/\n", "31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n", "cpu");
        var quotas = CpuQuotas.Read(place!, path => path == "/sys/fs/cgroup/cpu/cpu.stat" ? "nr_periods 3\nnr_throttled 1\nthrottled_time 9\n" : null);
        Assert.Equal((3, 1), quotas.Groups["/"]);
    }

    [Fact]
    public void Heat_of_every_core_that_counts_it()
    {
        static string? Read(string path) => path.Contains("/cpu0/", StringComparison.Ordinal) ? "12\n"
            : path.Contains("/cpu1/", StringComparison.Ordinal) ? "7\n" : null;
        Assert.Equal([12, 7], ThermalThrottling.Milliseconds(Read));
        Assert.Empty(ThermalThrottling.Milliseconds(_ => null));
    }
}
