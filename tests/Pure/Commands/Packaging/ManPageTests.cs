using System.Text.RegularExpressions;
using Lowtide.Commands.Packaging;

namespace Lowtide.Tests.Pure.Commands.Packaging;

public sealed class ManPageTests
{
    private static readonly string Page = PrintedCall.Output("--man");

    [Fact]
    public void Each_verb_has_its_section_with_each_of_its_options()
    {
        foreach (var (verb, option) in PrintedCall.VerbsWithOptions)
            Assert.Matches($@"(?m)^(?:\\fB\S+\\fR, )?\\fB{Regex.Escape(option.Replace("-", @"\-"))}\\fR", Section(verb));
        foreach (var option in PrintedCall.Root.Options)
            Assert.Contains(Roff.Bold(option.Name), Page[Page.IndexOf("\n.SH \"OPTIONS\"")..]);
        Assert.Matches(@"(?m)^\\fB\\-\\-language\\fR \\fIpython\|ruby\\fR$", Section("remedies"));
        Assert.Matches(@"(?m)^\\fB\\-\\-watch\\fR \[\\fISECONDS\\fR\]$", Section("ps"));
        Assert.Contains("(default: 64)", Section("load").Replace('\n', ' '));

        string Section(string verb) => Page.Split("\n.S").Single(section => section.StartsWith($"S \"lowtide {verb}\"\n", StringComparison.Ordinal));
    }

    [Fact]
    public void It_has_the_sections_of_a_page_of_a_program_in_their_order() => Assert.Equal(
        ["NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"],
        Page.Split('\n').Where(line => line.StartsWith(".SH ", StringComparison.Ordinal)).Select(line => line[".SH ".Length..].Trim('"')));

    [Fact]
    public void No_line_of_text_is_taken_for_a_macro()
    {
        foreach (var line in Page.Split('\n').Where(line => line is ['.' or '\'', ..]))
            Assert.Matches("^\\.(?:TH|SH|SS|PP|TP|EX|EE|RS|RE|br)(?: \"|$)", line);
        Assert.Contains("\n\\&.NET", Page);
    }

    [Theory]
    [InlineData(@"C:\x", @"C:\ex")]
    [InlineData("--as 'a'", @"\-\-as \(aqa\(aq")]
    [InlineData("\"~^`", @"\(dq\(ti\(ha\(ga")]
    [InlineData("é", @"\[u00E9]")]
    public void Text_stays_what_it_is(string text, string escaped) => Assert.Equal(escaped, Roff.Escaped(text));

    [Theory]
    [InlineData(".NET", "\\&.NET\n")]
    [InlineData("'a'", "\\(aqa\\(aq\n")]
    public void A_line_that_would_be_a_macro_is_text(string text, string line) => Assert.Equal(line, new Roff().Text(text).ToString());

    /// <summary>As --help has them, to be pasted.</summary>
    [Fact]
    public void Examples_come_out_as_they_were_written()
    {
        using var folder = new TempFolder();
        folder.File("lowtide.1", Page);
        var set = Shell.Says(folder.Path, "groff", "-man", "-ww", "-Tutf8", "-P-c", "-P-b", "-P-o", "-P-u", "-rLL=200n", "lowtide.1");
        Assert.DoesNotContain("lowtide.1:", set);
        foreach (var example in PrintedCall.Root.Subcommands.SelectMany(verb => VerbText.Of(verb).Examples))
            Assert.Contains(example, set);
    }

    [Fact]
    public void Mandoc_has_nothing_to_say_against_it()
    {
        using var folder = new TempFolder();
        folder.File("lowtide.1", Page);
        Assert.Equal("", Shell.Says(folder.Path, "mandoc", "-T", "lint", "lowtide.1"));
    }

    [Fact]
    public void Its_date_can_be_said_by_who_makes_a_package()
    {
        Assert.Equal("2001-09-09", ManPage.Date(name => name == "SOURCE_DATE_EPOCH" ? "1000000000" : null, TimeProvider.System));
        Assert.Matches(@"^\d{4}-\d\d-\d\d$", ManPage.Date(_ => null, TimeProvider.System));
    }
}
