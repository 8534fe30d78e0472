using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class MemoryAccessTests
{
    [Theory]
    [InlineData(14, MemoryAccessState.Permitted)]
    [InlineData(1, MemoryAccessState.Denied)]
    [InlineData(3, MemoryAccessState.Gone)]
    [InlineData(38, MemoryAccessState.Unsupported)]
    [InlineData(12, MemoryAccessState.Unsupported)]
    public void By_the_errors_number(int errno, MemoryAccessState state)
    {
        var access = MemoryAccess.FromErrno(errno);
        Assert.Equal(state, access.State);
        Assert.Equal(state == MemoryAccessState.Permitted, access.Why is null);
        Assert.Equal(state == MemoryAccessState.Denied, access.Mend is not null);
    }

    [Theory]
    [InlineData(null, "CAP_SYS_PTRACE, or as the target's user if")]
    [InlineData(0, "CAP_SYS_PTRACE, or as the target's user if")]
    [InlineData(1, "kernel.yama.ptrace_scope=0")]
    [InlineData(2, "run Lowtide with CAP_SYS_PTRACE")]
    [InlineData(3, "only a restart")]
    public void What_would_permit_it(int? scope, string words) => Assert.Contains(words, MemoryAccess.Permit(scope));
}
