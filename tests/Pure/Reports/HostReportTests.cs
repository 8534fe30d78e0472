using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports;
using Lowtide.Reports.AtAGlance;
using Lowtide.Reports.Blocks;
using Lowtide.Tests.Pure.Findings;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>Whoever types <c>lowtide</c> knows within ten seconds which server to look at.</summary>
public sealed class HostReportTests
{
    [Fact]
    public void The_one_with_most_to_gain_is_first_and_named()
    {
        var gains = Looked(MadeReports.Recording(copies: true));
        var sound = Looked(MadeByHand.Recording(MadeByHand.Alone));
        var large = new ServerDiagnosis(MadeByHand.Known, null);
        var host = Host([sound, large, gains]);

        Assert.Same(gains, host.Servers[0]);
        Assert.Same(gains, host.MostToGain);
        var lines = Shown(host, 120).Split('\n');
        Assert.StartsWith("web-17, ", lines[0]);
        Assert.Matches(
            $"^uwsgi {gains.Family.Master!.Process.Pid} could save most, .+ MiB: the collector copies shared memory\\. "
                + "Two seconds were enough for 2 of 3 servers\\.$",
            lines[2]);
        Assert.Contains("the collector copies shared memory", lines[5], StringComparison.Ordinal);
        Assert.Contains("not looked at", string.Concat(lines), StringComparison.Ordinal);
        Assert.Contains($"lowtide explain {gains.Family.Master!.Process.Pid}", string.Concat(lines), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(100)]
    public void It_fits_a_screen_whatever_processes_call_themselves(int width)
    {
        var hostile = Looked(MadeReports.Recording(copies: true, name: MadeReports.Hostile));
        var lines = Shown(Host([.. Enumerable.Repeat(hostile, 50)]), width).Split('\n');
        Assert.InRange(lines.Length, 20, 66);
        Assert.DoesNotContain('\u001b', string.Concat(lines));
        Assert.All(lines, line => Assert.True(line.Length <= width || line.Contains(" lowtide ", StringComparison.Ordinal), line));
    }

    [Fact]
    public void No_server_is_an_answer() => Assert.Contains("No server was found", Shown(Host([]), 80), StringComparison.Ordinal);

    [Fact]
    public void What_nobody_could_read_is_not_called_sound()
    {
        var unread = Looked(MadeByHand.Recording(MadeByHand.Unknown));
        var said = Shown(Host([unread, unread]), 100);
        Assert.Contains("Nothing can be told: the memory of these servers could not be read.", said, StringComparison.Ordinal);
        Assert.Contains("sudo lowtide", said, StringComparison.Ordinal);
        Assert.DoesNotContain("Nothing wrong found", said, StringComparison.Ordinal);
        Assert.False(Host([new ServerDiagnosis(MadeByHand.Known, null)]).IsUnread); // nobody looked
        var sound = Looked(MadeFamilies.Recording(MadeFamilies.Master(pss: 80 * MadeFamilies.MiB)));
        Assert.Contains("Nothing wrong found, but 1 of 2 servers could not be read.", Shown(Host([sound, unread]), 100), StringComparison.Ordinal);
    }

    /// <summary>Servers of more than 4 GiB, which nobody looks into unasked, were called sound.</summary>
    [Fact]
    public void What_nobody_looked_into_is_not_called_sound()
    {
        var unseen = new ServerDiagnosis(MadeByHand.Known, null);
        var sound = Looked(MadeFamilies.Recording(MadeFamilies.Master(pss: 80 * MadeFamilies.MiB)));
        var unread = Looked(MadeByHand.Recording(MadeByHand.Unknown));
        Assert.Equal("Nothing is known yet: none of these servers was looked into.", Answer(unseen, unseen));
        Assert.Equal("Nothing wrong found, but 2 of 3 servers were not looked into, to be done in two seconds.", Answer(sound, unseen, unseen));
        Assert.Equal("Nothing can be told: of 2 servers 1 could not be read and 1 was not looked into.", Answer(unread, unseen));
        Assert.Equal("Nothing wrong found, but of 3 servers 1 could not be read and 1 was not looked into.", Answer(sound, unread, unseen));
        Assert.Equal("Nothing wrong found.", Answer(sound));

        static string Answer(params ServerDiagnosis[] servers) => HostReport.Of(Host(servers)).Answer;
    }

    [Fact]
    public void The_document_is_what_its_schema_says()
    {
        var document = JsonText(HostDocument.Of(Host([Looked(MadeReports.Recording(copies: true)), new ServerDiagnosis(MadeByHand.Known, null)])));
        Schemas.MustHold(document);
        Schemas.MustRefuse(document.Replace("\"looked_into\": true", "\"looked_into\": null"));
    }

    private static string JsonText(HostDocument document)
    {
        using var stream = new MemoryStream();
        JsonDocuments.Write(stream, document, JsonDocuments.Default.HostDocument);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    private static HostDiagnosis Host(ServerDiagnosis[] servers) =>
        HostDiagnosis.Of("web-17", MadeByHand.Recording(MadeByHand.Known).Host, servers, others: 3, []);

    private static ServerDiagnosis Looked(Recording recording) => new(recording.Latest, Diagnosis.Of(recording with { Samples = [] }));

    private static string Shown(HostDiagnosis host, int width) => ShownScreen.Of(width, console => TerminalReport.Show(HostReport.Of(host), console));
}
