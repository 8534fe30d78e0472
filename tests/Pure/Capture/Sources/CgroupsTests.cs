using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class CgroupsTests
{
    private const string V2Mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    private const string V1Mounts =
        "31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
        + "32 25 0:28 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n";

    [Fact]
    public void Version_2() => Assert.Equal(
        new Cgroups.Place(2, "/system.slice/app.service", "/sys/fs/cgroup/system.slice/app.service", "/sys/fs/cgroup"),
        Cgroups.Locate("0::/system.slice/app.service\n", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + V2Mount, "memory"));

    [Fact]
    public void Version_1() => Assert.Equal(
        new Cgroups.Place(1, "/app", "/sys/fs/cgroup/memory/app", "/sys/fs/cgroup/memory"),
        Cgroups.Locate("5:cpu,cpuacct:/other\n4:memory:/app\n", V1Mounts, "memory"));

    /// <summary>systemd's hybrid: version 2 is mounted for systemd alone, and memory is version 1's.</summary>
    [Fact]
    public void Both_versions() => Assert.Equal(
        "/sys/fs/cgroup/memory/app",
        Cgroups.Locate("4:memory:/app\n0::/systemd/app\n", V2Mount + V1Mounts, "memory")?.Folder);

    /// <summary>In a container the mount's root is the container's own group, and the path repeats it.</summary>
    [Fact]
    public void In_a_container() => Assert.Equal(
        ("/sys/fs/cgroup/memory", "/sys/fs/cgroup/memory"),
        Cgroups.Locate("4:memory:/docker/abc\n", "32 25 0:28 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n", "memory") is { } place
            ? (place.Folder, place.Root) : default);

    [Theory]
    [InlineData("", V2Mount)]
    [InlineData("0::/\n", "")]
    [InlineData("0::/\n", V1Mounts)]
    [InlineData("no colons", V2Mount)]
    [InlineData("0::/\n", "30 23 - cgroup2\n- - -\n")]
    [InlineData("0::/\n", "30 23 0:26 /  - cgroup2 cgroup2 rw\n")] // without a place: the way up from there had no end
    public void Nothing_is_found_where_nothing_is(string membership, string mounts) => Assert.Null(Cgroups.Locate(membership, mounts, "memory"));

    private const string InPod = "0::/../../../kubepods-besteffort.slice/kubepods-besteffort-podB.slice/cri-B.scope";

    private const string OwnMount = "40 30 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n";

    private const string NodeMount = "41 30 0:26 /../../../.. /host/cgroup ro - cgroup2 cgroup rw\n";

    /// <summary>Lowtide in a container with a cgroup namespace of its own, beside whose mount there is the node's.</summary>
    [Theory]
    [InlineData(InPod, "/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podB.slice/cri-B.scope")]
    [InlineData("0::/../cri-A2.scope", "/kubepods.slice/kubepods-burstable.slice/podA.slice/cri-A2.scope")]
    [InlineData("0::/../../../../system.slice/shop.service", "/system.slice/shop.service")]
    [InlineData("0::/../../../..", "/")]
    [InlineData("0::/../../../../../x", null)] // above the mount
    [InlineData("0::/../x/../y", null)] // no way that the kernel tells
    public void From_a_namespace_of_its_own(string membership, string? path)
    {
        const string root = "/kubepods.slice/kubepods-burstable.slice/podA.slice/cri-A.scope";
        var place = Cgroups.Locate(membership, OwnMount + NodeMount, "memory", RootIn);
        Assert.Equal(path is null ? null : new Cgroups.Place(2, path, "/host/cgroup" + path.TrimEnd('/'), "/host/cgroup"), place);

        static string? RootIn((string, int) around, string own) => (around, own) == (("/host/cgroup", 4), "/sys/fs/cgroup") ? root : null;
    }

    [Fact]
    public void What_the_namespace_does_not_show_is_not_looked_for_below_it()
    {
        Assert.Null(Cgroups.Locate(InPod, OwnMount, "memory", (_, _) => "/a"));
        Assert.Null(Cgroups.Locate(InPod, NodeMount, "memory", (_, _) => "/a"));
        Assert.Null(Cgroups.Locate(InPod, OwnMount + NodeMount, "memory", (_, _) => null));
        // Its own group is in its own mount, not in the node's.
        Assert.Equal("/sys/fs/cgroup/x", Cgroups.Locate("0::/x", NodeMount + OwnMount, "memory")?.Folder);
        Assert.Null(Cgroups.Locate("0::/x", NodeMount, "memory"));
    }

    [Fact]
    public void The_tightest_limit_on_the_way_up_counts()
    {
        var place = new Cgroups.Place(2, "/a/b", "/cg/a/b", "/cg");
        var memory = Cgroups.Read(place, Files(
            ("/cg/a/b/memory.current", "1000\n"), ("/cg/a/b/memory.stat", "anon 1\ninactive_file 300\n"),
            ("/cg/a/b/memory.max", "max\n"), ("/cg/a/memory.max", "5000\n"), ("/cg/memory.max", "9000\n")));
        Assert.Equal(new CgroupMemory(2, "/a/b", 5000, 1000, 700), memory);
        Assert.Equal(4300, memory!.BytesToKill);
    }

    [Fact]
    public void Version_1_says_no_limit_by_a_large_number()
    {
        var place = new Cgroups.Place(1, "/a", "/cg/a", "/cg");
        var memory = Cgroups.Read(place, Files(
            ("/cg/a/memory.usage_in_bytes", "1000\n"), ("/cg/a/memory.stat", "inactive_file 1\ntotal_inactive_file 400\n"),
            ("/cg/a/memory.limit_in_bytes", "9223372036854771712\n")));
        Assert.Equal(new CgroupMemory(1, "/a", null, 1000, 600), memory);
        Assert.Null(memory!.BytesToKill);
    }

    [Fact]
    public void What_is_not_there_is_not_known()
    {
        var place = new Cgroups.Place(2, "/", "/cg", "/cg");
        Assert.Null(Cgroups.Read(place, Files()));
        Assert.Equal(new CgroupMemory(2, "/", null, 1000, null), Cgroups.Read(place, Files(("/cg/memory.current", "1000\n"))));
    }

    /// <summary>A group around it may have less left than its own, and be slowed down before it is full. What the kernel drops first is free.</summary>
    [Theory]
    [InlineData("max", "max", "max", null)]
    [InlineData("max", "1500", "max", 800)] // 1,500 - 1,000 + 300
    [InlineData("1400", "1500", "max", 700)]
    [InlineData("max", "1500", "2600", 600)] // around it: 2,600 - 2,000
    [InlineData("max", "900", "max", 200)]
    [InlineData("max", "100", "max", 0)]
    public void Room_is_what_the_tightest_limit_leaves(string high, string most, string around, int? room)
    {
        var place = new Cgroups.Place(2, "/a/b", "/cg/a/b", "/cg");
        Assert.Equal(room, Cgroups.Room(place, Files(
            ("/cg/a/b/memory.current", "1000\n"), ("/cg/a/b/memory.stat", "anon 1\ninactive_file 300\n"), ("/cg/a/b/memory.max", $"{most}\n"),
            ("/cg/a/b/memory.high", $"{high}\n"), ("/cg/a/memory.current", "2000\n"), ("/cg/a/memory.high", $"{around}\n"))));
    }

    /// <summary>Where memory is not counted for the group itself, the next one above counts; the root never does.</summary>
    [Fact]
    public void Kills_are_counted_by_the_nearest_group_that_counts()
    {
        var place = new Cgroups.Place(2, "/a/b", "/cg/a/b", "/cg");
        (string, string) own = ("/cg/a/b/memory.events", "oom 9\noom_kill 3\noom_group_kill 1\n"), above = ("/cg/a/memory.events", "oom 9\noom_kill 7\n");
        Assert.Equal(new Cgroups.CountedKills("/cg/a/b", 3), Cgroups.Kills(place, Files(own, above)));
        Assert.Equal(new Cgroups.CountedKills("/cg/a", 7), Cgroups.Kills(place, Files(above)));
        Assert.Null(Cgroups.Kills(place, Files()));
        (string, string) first = ("/cg/a/b/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
        Assert.Equal(new Cgroups.CountedKills("/cg/a/b", 2), Cgroups.Kills(place with { Version = 1 }, Files(first, above)));
        Assert.Null(Cgroups.Kills(place with { Version = 1 }, Files(("/cg/a/b/memory.oom_control", "oom_kill_disable 0\n"), above)));
    }

    private static Func<string, string?> Files(params (string Path, string Text)[] files) =>
        path => files.FirstOrDefault(file => file.Path == path).Text;
}
