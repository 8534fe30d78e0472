using System.Text;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Report;

namespace Lowtide.Tests.Pure.Reports.Report;

/// <summary>Whatever a report is written as.</summary>
public sealed class ReportFormatTests
{
    public static TheoryData<string> Names => new(ReportFormat.All.Select(format => format.Name));

    /// <summary>By that a report is known, which may be overwritten, and a recording, which may not.</summary>
    [Theory, MemberData(nameof(Names))]
    public void It_says_near_its_beginning_what_it_is(string name)
    {
        var bytes = Encoding.UTF8.GetBytes(Of(name, MadeReports.Everything));
        Assert.Contains(ReportDocument.Name, Encoding.UTF8.GetString(bytes.AsSpan(0, Math.Min(256, bytes.Length))), StringComparison.Ordinal);
    }

    /// <summary>What is markup in one format alone is that format's test.</summary>
    [Theory, MemberData(nameof(Names))]
    public void No_control_character_of_a_targets_name_comes_through(string name) => Assert.DoesNotContain(
        '\u001b', Of(name, MadeReports.Of(new RecordedFamily("x", null, MadeReports.Recording(copies: true, name: "\u001b[31mname")))));

    [Theory, MemberData(nameof(Names))]
    public void The_answer_is_in_it(string name)
    {
        var answer = WholeReport.Of(MadeReports.Everything).Answer;
        // As far as no format escapes anything.
        Assert.Contains(answer[..answer.IndexOf('(', StringComparison.Ordinal)], Of(name, MadeReports.Everything), StringComparison.Ordinal);
    }

    private static string Of(string name, ReportMaterial material) =>
        ReportFormat.All.Single(format => format.Name == name).Text(WholeReport.Of(material));
}
