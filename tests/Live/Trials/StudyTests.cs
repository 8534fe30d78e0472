using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>Both settings of studies/instagram-django on the real uWSGI, end to end: about five minutes each.</summary>
[Trait("Scope", "Full")]
public sealed class StudyTests : IDisposable
{
    private readonly TrialProcess _trial = new();

    /// <summary>The collector is what copies: without it two thirds of the family's memory are saved, as predicted.</summary>
    [Fact]
    public void In_instagrams_setting_the_remedy_is_better()
    {
        var arm = Try("instagram", "--require", "better:pss_bytes");
        var pss = arm.GetProperty("metrics")[0];
        Assert.InRange(pss.GetProperty("ratio_high").GetDouble(), 0.2, 0.5);
        var (predicted, measured) = (arm.GetProperty("predicted_saving_bytes"), arm.GetProperty("measured_saving_bytes"));
        Assert.True(measured.GetProperty("high").GetInt64() >= predicted.GetProperty("low").GetInt64()
            && measured.GetProperty("low").GetInt64() <= predicted.GetProperty("high").GetInt64(), $"{predicted} {measured}");
    }

    /// <summary>Reads copy all the same: nothing to gain, and a margin of 5% shows it.</summary>
    [Fact]
    public void In_the_setting_where_reads_copy_the_remedy_is_equivalent()
    {
        var pss = Try("reads", "--margin", "5%", "--require", "equivalent:pss_bytes").GetProperty("metrics")[0];
        Assert.InRange(pss.GetProperty("ratio").GetDouble(), 0.95, 1.05);
    }

    public static IEnumerable<TheoryDataRow<string>> Arms => ((string[])
        ["gc-threshold-0", "gc-freeze", "collect-when", "fast-exit", "both", "merge-pages", "immortal-heap"])
        .Select(arm => new TheoryDataRow<string>(arm) { Traits = { ["Arm"] = [arm] } }); // a part each of eng/test --full

    /// <summary>One start of each: the study itself says what does not hold, and ends with 1.</summary>
    [Theory, MemberData(nameof(Arms))]
    public void Each_remedy_keeps_what_is_claimed_of_it(string arm)
    {
        SkipWithoutIts();
        var ran = _trial.Run(
            [Path.Combine(Built.Root, "studies", "instagram-django", "remedies"), "--pairs", "1", "--only", arm, "--lowtide", Built.Lowtide]);
        Assert.True(ran.ExitCode == 0, ran.Output + ran.Error);
        Assert.Matches($"(?m)^(\\| )?{arm}[ :]", ran.Output); // a row, or why it was left out
        Assert.Empty(_trial.Left());
    }

    public void Dispose() => _trial.Dispose();

    private static void SkipWithoutIts()
    {
        var missing = Ran.Command(["sh", "-c", "command -v uwsgi && command -v hey && /usr/bin/python3 -c 'import django'"]);
        Assert.SkipUnless(missing.ExitCode == 0, "uwsgi, hey or Django is not installed: eng/install-packages demo");
    }

    private JsonElement Try(string setting, params string[] options)
    {
        SkipWithoutIts();
        string[] server = ["env", string.Create(CultureInfo.InvariantCulture, $"PORT={_trial.Port}"),
            Path.Combine(Built.Root, "studies", "instagram-django", "serve"), setting];
        var ran = _trial.Run(server, ["--json", "--load", "hey -n 4000 -c 8 -disable-keepalive -o csv {url}", .. options]);
        Assert.Empty(_trial.Left());
        Assert.True(ran.ExitCode == 0, ran.Error);
        var arm = JsonDocument.Parse(ran.Output).RootElement.GetProperty("arms")[0];
        Assert.True(arm.GetProperty("took_effect").GetBoolean());
        return arm;
    }
}
