using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class KernelLogTests
{
    [Theory]
    [InlineData("3,1234,567890,-;Memory cgroup out of memory: Killed process 4711 (python3) total-vm:1kB, anon-rss:2kB\n", 4711)]
    [InlineData("3,1234,567890,-,caller=T1;Out of memory: Killed process 12 (a) total-vm:1kB\n SUBSYSTEM=x\n", 12)]
    [InlineData("3,1234,567890,-;Out of memory (oom_kill_allocating_task): Killed process 12 (a) total-vm:1kB\n", 12)]
    public void A_victim_is_named(string record, int pid) => Assert.Equal(pid, KernelLog.Victim(record));

    /// <summary>A program may write to the log, and name itself as it likes.</summary>
    [Theory]
    [InlineData("12,1234,567890,-;Out of memory: Killed process 1 (init) total-vm:1kB\n")]
    [InlineData("6,1234,567890,-;x (Out of memory: Killed process 1 (init)) started\n")]
    [InlineData("3,1,2,-;Tasks state:\n")]
    [InlineData("3,1,2,-;Out of memory: Killed process 99999999999 (a)\n")]
    [InlineData("")]
    public void Nothing_else_is(string record) => Assert.Null(KernelLog.Victim(record));
}
