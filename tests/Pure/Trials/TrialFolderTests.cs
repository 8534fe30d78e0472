using Lowtide.Trials.Runs;

namespace Lowtide.Tests.Pure.Trials;

public sealed class TrialFolderTests
{
    [Fact]
    public void One_that_nobody_wrote_to_is_left_by_nobody()
    {
        string empty, used;
        using (var folder = TrialFolder.Create())
            empty = folder.Location;
        Assert.False(Directory.Exists(empty));
        using (var folder = TrialFolder.Create())
        {
            used = folder.Location;
            File.WriteAllText(Path.Combine(used, "x.log"), "");
            Assert.Equal($"why; logs are in {used}", folder.Told("why"));
            Assert.Equal($"why (its log: {used}/x.log)", folder.Told($"why (its log: {used}/x.log)"));
        }
        Assert.True(Directory.Exists(used));
        Directory.Delete(used, recursive: true);
    }
}
