using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Families;

public sealed class FamilyFinderTests
{
    [Fact]
    public void Forked_children_and_their_children_are_one_family()
    {
        var family = Assert.Single(Find(Process(10), Process(12, 10, start: 3), Process(11, 10, start: 2), Process(13, 11, start: 4)));
        Assert.Equal(10, family.Master?.Pid);
        Assert.Equal([11, 12, 13], family.Workers.Select(worker => worker.Pid));
    }

    /// <summary>A worker that forks has one too, which is nobody here.</summary>
    [Fact]
    public void A_keeper_is_no_worker()
    {
        var family = Assert.Single(FamilyFinder.Find(Copies, randomised: true, (maker, copy) => (maker.Pid, copy.Pid) is (10, 11) or (12, 13) or (12, 14)));
        Assert.Equal([12], family.Workers.Select(worker => worker.Pid));
        Assert.Equal(11, family.Keeper?.Pid);
    }

    [Fact]
    public void A_name_alone_makes_no_keeper()
    {
        var family = Assert.Single(FamilyFinder.Find(Copies, randomised: true, (_, _) => false));
        Assert.Equal([11, 12, 13, 14], family.Workers.Select(worker => worker.Pid));
        Assert.Null(family.Keeper);
        Assert.Equal([7, 8], Find(Process(7) with { Name = Family.KeeperName }, Process(8, image: 2) with { Name = Family.CountingName })
            .Select(stranger => stranger.Head.Pid));
    }

    /// <summary>A parent may note any child of its own as the kit's copy: whoever asks for all is shown it.</summary>
    [Fact]
    public void The_kits_copies_are_told_beside_the_families()
    {
        FamilyFinder.Find(Copies, randomised: true, (maker, copy) => (maker.Pid, copy.Pid) is (10, 11) or (12, 14), out var copies);
        Assert.Equal([11, 14], copies.Select(copy => copy.Head.Pid).Order());
        Assert.All(copies, copy => Assert.Empty(copy.Workers));
    }

    private static ProcessStat[] Copies =>
    [
        Process(10), Process(11, 10, start: 2) with { Name = Family.KeeperName }, Process(12, 10, start: 3),
        Process(13, 12, start: 4) with { Name = Family.KeeperName }, Process(14, 12, start: 5) with { Name = Family.CountingName },
    ];

    [Fact]
    public void A_child_by_exec_has_addresses_of_its_own() =>
        Assert.Equal([10, 11], Find(Process(10), Process(11, 10, image: 2)).Select(family => family.Head.Pid));

    [Fact]
    public void A_child_that_is_older_than_its_parent_has_a_reused_pid_for_parent() =>
        Assert.Equal([10, 11], Find(Process(10, start: 9), Process(11, 10, start: 3)).Select(family => family.Head.Pid));

    [Fact]
    public void Zombies_and_kernel_threads_are_nobody() =>
        Assert.Empty(Find(Process(2) with { Flags = 0x0020_8040 }, Process(10) with { State = 'Z' }, Process(11) with { State = 'X' }));

    [Fact]
    public void A_zombie_does_not_tie_its_children_to_its_parent() =>
        Assert.Equal([10, 12], Find(Process(10), Process(11, 10) with { State = 'Z' }, Process(12, 11)).Select(family => family.Head.Pid));

    [Fact]
    public void Orphans_of_one_image_and_one_new_parent_are_a_family_without_master()
    {
        var family = Assert.Single(Find(Process(21, 1, start: 5), Process(22, 1, start: 4)));
        Assert.Null(family.Master);
        Assert.Equal([22, 21], family.Workers.Select(worker => worker.Pid));
        Assert.Equal(22, family.Head.Pid);
    }

    [Fact]
    public void Orphans_bring_their_own_children_along() =>
        Assert.Equal(
            [21, 22, 23],
            Assert.Single(Find(Process(21, 1, start: 1), Process(22, 1, start: 2), Process(23, 22, start: 3))).Workers.Select(worker => worker.Pid));

    /// <summary>Without randomised addresses every run of a program has one image.</summary>
    [Fact]
    public void Where_addresses_are_not_randomised_two_servers_are_two()
    {
        var families = FamilyFinder.Find([Process(21, 1), Process(22, 1), Process(23, 22, start: 2)], randomised: false, (_, _) => false);
        Assert.Equal([21, 22], families.Select(family => family.Master!.Pid));
        Assert.Equal(23, Assert.Single(families[1].Workers).Pid);
    }

    [Fact]
    public void Without_permission_children_of_one_name_count_as_forked()
    {
        var families = Find(Process(10, image: 0), Process(11, 10, image: 0), Process(12, 10, image: 0) with { Name = "sh" });
        Assert.Equal([10, 12], families.Select(family => family.Head.Pid));
        Assert.Equal(11, Assert.Single(families[0].Workers).Pid);
    }

    /// <summary>Two unreadable processes have nothing in common but that they are unreadable.</summary>
    [Fact]
    public void Without_permission_orphans_are_alone() =>
        Assert.Equal([21, 22], Find(Process(21, 1, image: 0), Process(22, 1, image: 0)).Select(family => family.Master!.Pid));

    [Fact]
    public void A_readable_child_of_an_unreadable_parent_is_not_its_worker() =>
        Assert.Equal(2, Find(Process(10, image: 0), Process(11, 10)).Count);

    /// <summary>The listing is no snapshot: pids reused meanwhile can close a ring.</summary>
    [Fact]
    public void In_a_ring_each_process_is_there_once()
    {
        var families = Find(Process(10, 12), Process(11, 10), Process(12, 11), Process(13, 12));
        Assert.Equal([10, 11, 12, 13], families.SelectMany(family => family.Members).Select(member => member.Pid).Order());
    }

    private static IReadOnlyList<Family> Find(params ProcessStat[] processes) => FamilyFinder.Find(processes, randomised: true, (_, _) => false);

    private static ProcessStat Process(int pid, int parent = 1, long start = 1, ulong image = 1) =>
        new(pid, "server", 'S', parent, 0, 1, start, 100, 0x40_0000 * image, 0x7ffc_0000_0000 * image, 0x50_0000 * image);
}
