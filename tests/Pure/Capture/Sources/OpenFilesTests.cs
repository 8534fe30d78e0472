using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class OpenFilesTests
{
    [Theory]
    [InlineData("Limit   Soft Limit\nMax processes  7  8  processes\nMax open files            1024                 1048576              files     \n", 1024L)]
    [InlineData("Max open files            unlimited            unlimited            files     \n", null)]
    [InlineData("", null)]
    public void The_soft_limit_counts(string limits, long? most) => Assert.Equal(most, OpenFiles.Limit(limits));
}
