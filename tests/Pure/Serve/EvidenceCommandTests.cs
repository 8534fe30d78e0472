using Lowtide.Analysis.Alerts;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Settings;

namespace Lowtide.Tests.Pure.Serve;

public sealed class EvidenceCommandTests
{
    private static readonly DateTimeOffset Since = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    /// <summary>Before it was raised, and a look lies within.</summary>
    [Theory]
    [InlineData("sharing-lost", -10, "explain uwsgi --since 2026-03-01T11:00Z")]
    [InlineData("sharing-lost", -120, "explain uwsgi --since 2026-03-01T09:59Z")]
    [InlineData("memory-leaks", -10, "explain uwsgi --since 2026-02-26T12:00Z")]
    public void Of_one_that_was_looked_into_it_reads_what_was_kept(string rule, int lookedMinutes, string command) =>
        Assert.EndsWith($"lowtide {command}", Of(rule, Since.AddMinutes(lookedMinutes), ServeOptions.UsualFolder));

    [Theory]
    [InlineData("sharing-lost", null, "sudo lowtide explain 4711")]
    [InlineData("collections-induced", -10, "sudo lowtide explain 4711 --listen 60s")]
    public void Of_others_it_asks_the_process(string rule, int? lookedMinutes, string command) =>
        Assert.Equal(command, Of(rule, lookedMinutes is { } minutes ? Since.AddMinutes(minutes) : null, ServeOptions.UsualFolder));

    [Fact]
    public void Another_folder_is_named_whole() =>
        Assert.EndsWith($" --history '{Environment.CurrentDirectory}/a b'", Of("sharing-lost", Since, "a b"));

    private static string Of(string rule, DateTimeOffset? looked, string folder) => new FamilyAlert(
        "uwsgi", 4711, new Alert(AlertRules.All.Single(one => one.Id == rule), AlertState.Raised, Since, 0.5), null)
        {
            Looked = looked, Folder = folder,
        }.Command;
}
