using System.Text.Json;

namespace Lowtide.Tests.Pure;

/// <summary>CI restores by hashes that stand in the sources, and nothing else.</summary>
public sealed class LockFilesTests
{
    private static readonly List<string> Projects =
        [.. new[] { "bench", "kits", "src", "studies", "tests" }
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(SourceTree.Root(), folder), "*.csproj", SearchOption.AllDirectories))
            .Where(project => !project.Contains("/bin/") && !project.Contains("/obj/"))];

    [Fact]
    public void Every_project_has_one() =>
        Assert.DoesNotContain(Projects, project => !File.Exists(Path.Combine(Path.GetDirectoryName(project)!, "packages.lock.json")));

    [Fact]
    public void Every_package_in_them_has_its_hash() => Assert.Empty(
        from project in Projects
        from framework in JsonDocument.Parse(File.ReadAllText(Path.Combine(Path.GetDirectoryName(project)!, "packages.lock.json"))).RootElement
            .GetProperty("dependencies").EnumerateObject()
        from package in framework.Value.EnumerateObject()
        where package.Value.GetProperty("type").GetString() != "Project" && !package.Value.TryGetProperty("contentHash", out _)
        select $"{project}: {package.Name}");
}
