using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

public sealed class HangingTextTests
{
    [Fact]
    public void What_a_line_has_no_room_for_stands_under_its_beginning() => Assert.Equal(
        [
            "   - 665 MiB differ from the master",
            "     in nothing but the collector's",
            "     own links",
        ],
        Shown("   - ", "665 MiB differ from the master in nothing but the collector's own links", 37));

    [Fact]
    public void What_fits_is_one_line() => Assert.Equal(["  short"], Shown("  ", Styled.Bold("short"), 80));

    [Fact]
    public void No_line_is_wider_than_the_terminal_and_no_letter_is_lost()
    {
        const string Words = "reads would have copied 2% of them anyway: so many pages near by that no collection touches are copied (known for 60%)";
        for (var width = 30; width < 140; width++)
        {
            var lines = Shown("   - ", Words, width);
            Assert.All(lines, line => Assert.InRange(line.Length, 1, width));
            Assert.Equal(Words, string.Join(' ', lines.Select(line => line[5..])));
        }
    }

    private static string[] Shown(string lead, Styled words, int width)
    {
        using var text = new StringWriter();
        var console = Screen.Plainly(text);
        console.Width = width;
        console.Write(new HangingText(lead, words));
        return text.ToString().TrimEnd('\n').Split('\n');
    }
}
