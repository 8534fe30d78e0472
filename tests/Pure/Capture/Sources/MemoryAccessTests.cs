using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class MemoryAccessTests
{
    [Theory]
    [InlineData(1, MemoryAccessState.Denied)]
    [InlineData(13, MemoryAccessState.Denied)]
    [InlineData(2, MemoryAccessState.Gone)]
    [InlineData(3, MemoryAccessState.Gone)]
    [InlineData(12, MemoryAccessState.Unsupported)]
    public void By_the_errors_number(int errno, MemoryAccessState state)
    {
        var access = MemoryAccess.FromErrno(errno);
        Assert.Equal(state, access.State);
        Assert.NotNull(access.Why);
        Assert.Equal(state == MemoryAccessState.Denied, access.Mend is not null);
    }

    [Theory]
    [InlineData(null, "CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH (sudo), or as the target's user if")]
    [InlineData(0, "CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH (sudo), or as the target's user if")]
    [InlineData(1, "kernel.yama.ptrace_scope=0")]
    [InlineData(2, "run Lowtide with CAP_SYS_PTRACE")]
    [InlineData(3, "only a restart")]
    public void What_would_permit_it(int? scope, string words) => Assert.Contains(words, MemoryAccess.Permit(scope, mayTrace: false));

    [Fact]
    public void Who_may_trace_lacks_the_right_to_open()
    {
        Assert.DoesNotContain("CAP_SYS_PTRACE", MemoryAccess.Permit(null, mayTrace: true));
        Assert.Contains("CAP_DAC_READ_SEARCH", MemoryAccess.Permit(1, mayTrace: true));
        Assert.Contains("ptrace_scope is 3", MemoryAccess.Permit(3, mayTrace: true));
    }

    /// <summary>As root in a container, of a process outside.</summary>
    [Fact]
    public void Who_has_all_capabilities_is_not_told_to_get_them()
    {
        Assert.Contains("user namespace", MemoryAccess.Permit(null, mayTrace: true, mayOpen: true));
        Assert.Contains("user namespace", MemoryAccess.PermitMappings("run it with sudo", mayTrace: true));
        Assert.Equal("run it with sudo", MemoryAccess.PermitMappings("run it with sudo", mayTrace: false));
    }
}
