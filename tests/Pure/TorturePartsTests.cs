namespace Lowtide.Tests.Pure;

/// <summary>A class of the rack that no part names would never be run whole.</summary>
public sealed class TorturePartsTests
{
    private static readonly string Parts = File.ReadAllText(Path.Combine(SourceTree.Root(), "eng", "torture"));

    [Fact]
    public void Every_class_of_the_rack_is_in_a_part()
    {
        var classes = Directory.GetFiles(Path.Combine(SourceTree.Root(), "tests", "Live", "Torture"), "*Tests.cs")
            .Select(Path.GetFileNameWithoutExtension).ToList();
        Assert.NotEmpty(classes);
        Assert.DoesNotContain(classes, name => !Parts.Contains($"$LIVE.{name}", StringComparison.Ordinal));
    }

    [Fact]
    public void Every_part_is_run_unless_others_are_asked_for()
    {
        var named = Parts.Split('\n').Where(line => line.StartsWith("    [", StringComparison.Ordinal)).Select(line => line[5..line.IndexOf(']')]).ToList();
        Assert.NotEmpty(named);
        Assert.Contains($"parts=({string.Join(' ', named)})", Parts);
    }
}
