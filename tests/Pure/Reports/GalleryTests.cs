namespace Lowtide.Tests.Pure.Reports;

/// <summary>Every screen of the gallery is short, fits its terminal, and is what was read before it was committed.</summary>
public sealed class GalleryTests
{
    private const int Width = 100;

    public static TheoryData<string> Names => new(Gallery.Screens.Keys);

    [Theory, MemberData(nameof(Names))]
    public void It_keeps_to_its_lines_and_columns(string name)
    {
        var (mostLines, show) = Gallery.Screens[name];
        var lines = ShownScreen.Of(Width, show).Split('\n');
        // As a terminal folds them.
        var rows = lines.Sum(line => Math.Max(1, (line.Length + Width - 1) / Width));
        Assert.True(rows <= mostLines, $"{rows} rows:\n{string.Join('\n', lines)}");
        // A line to be pasted is never folded.
        Assert.All(lines, line => Assert.True(line.Length <= Width || line.Contains(" lowtide ", StringComparison.Ordinal), line));
        Assert.DoesNotContain('\u001b', string.Concat(lines));
    }

    [Theory, MemberData(nameof(Names))]
    public void It_is_what_was_read(string name) => ShownScreen.MustBe(name, Gallery.Screens[name].Show);
}
