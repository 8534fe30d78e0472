using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class KernelLogTests
{
    [Theory]
    [InlineData("3,1234,567890,-;Memory cgroup out of memory: Killed process 4711 (python3) total-vm:1kB, anon-rss:2kB\n", 4711)]
    [InlineData("3,1234,567890,-,caller=T1;Out of memory: Killed process 12 (a) total-vm:1kB\n SUBSYSTEM=x\n", 12)]
    [InlineData("3,1234,567890,-;Out of memory (oom_kill_allocating_task): Killed process 12 (a) total-vm:1kB\n", 12)]
    public void A_victim_is_named(string record, int pid) => Assert.Equal(new KernelKill(pid, null), KernelLog.Victim(record));

    /// <summary>As Linux 6.18, 4.19 and 4.4 write it, and of a process that names itself as it likes.</summary>
    [Theory]
    [InlineData("(python3.13) total-vm:418192kB, anon-rss:407408kB, file-rss:2660kB, shmem-rss:4kB, UID:0 pgtables:864kB oom_score_adj:0", 410_072)]
    [InlineData("(a) total-vm:1kB, anon-rss:1kB, file-rss:2kB, shmem-rss:0kB", 3)]
    [InlineData("(a) total-vm:1kB, anon-rss:1kB, file-rss:2kB", 3)]
    [InlineData(@"(\x0a\x0a\x0a\x0a\x0a) total-vm:1kB, anon-rss:1kB, file-rss:2kB, shmem-rss:0kB", 3)]
    [InlineData("() total-vm:9kB) total-vm:1kB, anon-rss:1kB, file-rss:2kB, shmem-rss:0kB", 3)]
    public void What_was_resident_of_it_is_read(string named, long kib) =>
        Assert.Equal(new KernelKill(12, kib * 1024), KernelLog.Victim($"3,1234,567890,-;Memory cgroup out of memory: Killed process 12 {named}\n"));

    [Fact]
    public void Linux_4_19_says_why_in_a_record_before() => Assert.Equal(
        new KernelKill(12, 3 * 1024), KernelLog.Victim("3,1234,567890,-;Killed process 12 (a) total-vm:1kB, anon-rss:1kB, file-rss:2kB, shmem-rss:0kB\n"));

    /// <summary>A program may write to the log, and name itself as it likes.</summary>
    [Theory]
    [InlineData("12,1234,567890,-;Out of memory: Killed process 1 (init) total-vm:1kB\n")]
    [InlineData("6,1234,567890,-;x (Out of memory: Killed process 1 (init)) started\n")]
    [InlineData("3,1,2,-;Tasks state:\n")]
    [InlineData("3,1,2,-;Out of memory: Killed process 99999999999 (a)\n")]
    [InlineData("")]
    public void Nothing_else_is(string record) => Assert.Null(KernelLog.Victim(record));
}
