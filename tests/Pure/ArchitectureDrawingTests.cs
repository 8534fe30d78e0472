using System.Xml.Linq;

namespace Lowtide.Tests.Pure;

/// <summary>The drawing of ARCHITECTURE.md is that of the projects as they are.</summary>
public sealed class ArchitectureDrawingTests
{
    private const string Mend = "eng/architecture-drawing draws it anew";

    private static readonly Dictionary<string, List<string>> Projects =
        Directory.EnumerateFiles(Path.Combine(SourceTree.Root(), "src"), "*.csproj", SearchOption.AllDirectories).ToDictionary(
            file => Path.GetFileNameWithoutExtension(file),
            file => XDocument.Load(file).Descendants("ProjectReference")
                .Select(reference => Path.GetFileNameWithoutExtension((string)reference.Attribute("Include")!)).ToList());

    private static readonly List<XElement> Drawn =
        [.. XDocument.Load(Path.Combine(SourceTree.Root(), "docs", "architecture.svg")).Descendants()];

    [Fact]
    public void It_has_each_project_and_no_other() => Same(
        Projects.Keys.Concat(Projects.Values.SelectMany(references => references)).Distinct(),
        Drawn.Select(element => (string?)element.Attribute("data-project")).OfType<string>());

    [Fact]
    public void It_has_each_reference_and_no_other() => Same(
        from project in Projects
        from reference in project.Value
        select $"{project.Key} -> {reference}",
        from element in Drawn
        where element.Attribute("data-from") is not null
        select $"{(string?)element.Attribute("data-from")} -> {(string?)element.Attribute("data-to")}");

    private static void Same(IEnumerable<string> projects, IEnumerable<string> drawing)
    {
        var (wanted, drawn) = (projects.Order(StringComparer.Ordinal).ToList(), drawing.Order(StringComparer.Ordinal).ToList());
        Assert.NotEmpty(wanted);
        Assert.True(wanted.SequenceEqual(drawn), $"{Mend}: the projects have {string.Join(", ", wanted)}, and it has {string.Join(", ", drawn)}");
    }
}
