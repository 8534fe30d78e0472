using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Faults;

/// <summary>What is said where the kernel refuses: levels 3 and 4 are Debian's and Ubuntu's, which the tests' machine may not have.</summary>
public sealed class PerfRefusalTests
{
    private const int AccessDenied = 13, NotPermitted = 1, TooManyFiles = 24;

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    public void A_kernel_that_refuses_everybody_names_the_setting_and_the_capability(int paranoid)
    {
        var (why, mend) = PerfRefusal.Of(AccessDenied, paranoid);
        Assert.Contains($"kernel.perf_event_paranoid is {paranoid}", why, StringComparison.Ordinal);
        Assert.Contains("CAP_PERFMON", mend, StringComparison.Ordinal);
        Assert.Contains("'sysctl kernel.perf_event_paranoid=2'", mend, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(AccessDenied)]
    [InlineData(NotPermitted)]
    public void Where_the_setting_permits_it_the_user_or_the_container_is_the_reason(int error)
    {
        var (why, mend) = PerfRefusal.Of(error, 2);
        Assert.Contains("another user", why, StringComparison.Ordinal);
        Assert.DoesNotContain("sysctl", mend, StringComparison.Ordinal);
        Assert.Contains("CAP_PERFMON", mend, StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_descriptors_are_no_matter_of_permission()
    {
        Assert.False(PerfRefusal.IsOfPermission(TooManyFiles));
        Assert.Contains("ulimit -n", PerfRefusal.Of(TooManyFiles, 2).Mend, StringComparison.Ordinal);
    }
}
