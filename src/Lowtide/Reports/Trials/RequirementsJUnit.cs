using System.Globalization;
using System.Text;
using System.Xml;
using Lowtide.Reports.Blocks;
using Lowtide.Trials.Results;

namespace Lowtide.Reports.Trials;

/// <summary>Requirements as tests in JUnit's XML, which has no standard: what GitLab, Jenkins and GitHub's readers have in common.</summary>
/// <remarks>GitLab shows a class name as the suite, and of a failure its text alone, so that the text has all that the message has.</remarks>
internal static class RequirementsJUnit
{
    public static string Text(TrialResult result, IReadOnlyList<Requirement> requirements)
    {
        var outcomes = requirements.SelectMany(requirement => requirement.In(result)).DistinctBy(outcome => outcome.Name).ToList();
        var server = ShownText.Of(result.Facts.Blocks[0].Baseline.Server);
        using var text = new Utf8Text();
        using (var xml = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, NewLineChars = "\n" }))
        {
            xml.WriteStartElement("testsuites");
            Counts(xml, $"lowtide trial of {server}", outcomes);
            xml.WriteStartElement("testsuite");
            Counts(xml, ShownText.Of(TrialConclusion.Setting(result)), outcomes);
            foreach (var outcome in outcomes)
                Case(xml, server, outcome, result);
            xml.WriteEndElement();
            xml.WriteEndElement();
        }
        return $"{text}\n";
    }

    private static void Counts(XmlWriter xml, string name, List<RequirementOutcome> outcomes)
    {
        xml.WriteAttributeString("name", name);
        xml.WriteAttributeString("tests", XmlConvert.ToString(outcomes.Count));
        xml.WriteAttributeString("failures", XmlConvert.ToString(outcomes.Count(outcome => !outcome.Holds)));
        xml.WriteAttributeString("errors", "0");
        xml.WriteAttributeString("skipped", "0");
    }

    /// <summary>An unclear one is a failure too, as it is one of the exit status: a skipped test would let the build pass.</summary>
    private static void Case(XmlWriter xml, string server, RequirementOutcome outcome, TrialResult result)
    {
        // XML has no way to write most control characters, not even an escaped one.
        var lines = string.Join('\n', RequirementWords.Lines(outcome, result).Select(ShownText.Of));
        xml.WriteStartElement("testcase");
        xml.WriteAttributeString("classname", server);
        xml.WriteAttributeString("name", ShownText.Of(outcome.Name));
        if (outcome.Holds)
        {
            xml.WriteElementString("system-out", lines);
        }
        else
        {
            xml.WriteStartElement("failure");
            xml.WriteAttributeString("type", outcome.Actual);
            xml.WriteAttributeString("message", ShownText.Of(RequirementWords.Sentence(outcome)));
            xml.WriteString(lines);
            xml.WriteEndElement();
        }
        xml.WriteEndElement();
    }

    /// <summary>A writer of XML declares the encoding of where it writes to.</summary>
    private sealed class Utf8Text : StringWriter
    {
        public Utf8Text() : base(CultureInfo.InvariantCulture)
        {
        }

        public override Encoding Encoding => Encoding.UTF8;
    }
}
