using System.Globalization;

namespace Lowtide.Tests.Pure;

/// <summary>No analyzer looks at max_line_length of .editorconfig, so that it would say what nobody keeps.</summary>
public sealed class LineLengthTests
{
    private const string Setting = "max_line_length = ";

    [Fact]
    public void No_line_is_longer_than_editorconfig_says()
    {
        var root = SourceTree.Root();
        var setting = File.ReadLines(Path.Combine(root, ".editorconfig")).Single(line => line.StartsWith(Setting, StringComparison.Ordinal));
        var most = int.Parse(setting[Setting.Length..], CultureInfo.InvariantCulture);
        Assert.Empty(
            from folder in new[] { "src", "kits", "studies", "tests", "bench" }
            from file in Directory.EnumerateFiles(Path.Combine(root, folder), "*.cs", SearchOption.AllDirectories)
            where !file.Contains("/obj/", StringComparison.Ordinal)
            from line in File.ReadLines(file).Index()
            where line.Item.Length > most
            select $"{Path.GetRelativePath(root, file)}:{line.Index + 1} has {line.Item.Length} characters");
    }
}
