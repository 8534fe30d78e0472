using System.Globalization;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Analysis.Statistics.Verdicts;
using Lowtide.Trials.Results;
using Lowtide.Trials.Storage;

namespace Lowtide.Tests.Pure.Trials;

/// <summary>
/// Recorded facts lead to the same course and the same verdicts as long as <see cref="TrialFile.Rules"/> says so: by that
/// number --resume tells whether a trial that was begun may be gone on with. The facts are those of made-up servers, in
/// fixtures/trials; what they lead to is beside them in rules.txt, with the number.
/// </summary>
public sealed class TrialRulesTests
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "fixtures", "trials");

    [Fact]
    public void The_same_facts_lead_to_the_same_verdicts_unless_the_rules_are_raised()
    {
        var now = Lines().ToArray();
        var told = Golden.Text("tests/Pure/fixtures/trials/rules.txt", string.Join('\n', now) + "\n").TrimEnd('\n').Split('\n');
        Assert.True(told[0] == now[0], $"rules.txt is of {told[0]} and the code of {now[0]}. {Golden.Renew}");
        var changed = now.Except(told).Concat(told.Except(now)).FirstOrDefault();
        Assert.True(
            told.SequenceEqual(now),
            $"The same facts lead elsewhere: '{changed}'. If that is meant, raise TrialFile.Rules, so that no trial is gone on with by "
            + $"other rules than it was begun with. {Golden.Renew}");
    }

    private static IEnumerable<string> Lines()
    {
        yield return $"rules {TrialFile.Rules}";
        foreach (var file in Directory.EnumerateFiles(Folder, "*.jsonl").Order(StringComparer.Ordinal))
        {
            yield return "";
            yield return Path.GetFileNameWithoutExtension(file);
            var facts = KeptTrial.Read(file).Facts;
            for (var pairs = 0; pairs <= facts.Blocks.Count; pairs++)
                yield return Course(pairs, (facts with { Blocks = facts.Blocks.GetRange(0, pairs) }).Course());
            foreach (var arm in TrialResult.Of(facts).Arms)
                foreach (var metric in arm.Metrics)
                    yield return $"  {arm.Arm.Name} {metric.Metric.Name} {Verdict(metric.Verdict)}";
        }
    }

    private static string Course(int pairs, TrialCourse course) =>
        $"  {pairs} of {course.Pairs}, looks at {string.Join(' ', course.Looks.Looks)}: {course.State}{(course.ReachesPower ? "" : ", too few for the power")}";

    /// <summary>The level to four digits: the last ones are another processor's.</summary>
    private static string Verdict(MetricVerdict metric) => string.Create(
        CultureInfo.InvariantCulture,
        $"{VerdictNames.Of(metric.Verdict)}{(metric.IsNotWorse ? ", not worse" : "")}, at {metric.Level:G4}");
}
