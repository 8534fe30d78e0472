using Lowtide.Analysis.Diagnoses;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>Where nothing forks it never acts: neither explain nor remedies may offer it, and no run or trial may begin with it.</summary>
public sealed class CompactBeforeForkTests
{
    private static readonly CompactBeforeFork Remedy = new();

    private static Member Worker => MadeRuby.Weighed(2);

    [Fact]
    public void A_lone_process_is_refused_and_a_family_is_not()
    {
        Assert.Contains("has forked no worker", Remedy.Refusal(MadeFamilies.Family(MadeRuby.Member())));
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(MadeRuby.Member(), Worker)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Explain_offers_it_only_where_workers_are(bool workers)
    {
        var recording = workers ? MadeFamilies.Recording(MadeRuby.Weighed(1), MadeRuby.Weighed(2)) : MadeFamilies.Recording(MadeRuby.Weighed(1));
        var explained = Diagnosis.Of(recording);
        var offered = explained.Findings.Single(one => one.Finding.Id == "ruby.free-slots").Remedies.Select(one => one.Remedy.Id);
        Assert.Equal(workers, offered.Contains(Remedy.Id));
    }

    /// <summary>Asked for, and its time can never come: that is no "could not be read".</summary>
    [Fact]
    public void In_a_lone_process_it_is_not_on()
    {
        var asked = MadeRuby.Member() with { Settings = new Dictionary<string, string> { [WatchedSettings.Remedies] = Remedy.Id } };
        Assert.False(RemediesInEffect.TookEffect(Remedy, MadeFamilies.Family(asked)));
        Assert.Null(RemediesInEffect.TookEffect(Remedy, MadeFamilies.Family(asked, Worker with { Settings = asked.Settings })));
    }

    [Theory]
    [InlineData("sidekiq", true)]
    [InlineData("bundle exec sidekiq -c 5", true)]
    [InlineData("/usr/bin/ruby3.1 -W0 -r ./boot.rb /usr/bin/sidekiq", true)]
    [InlineData("bundle exec puma -w 2", false)]
    [InlineData("sidekiqswarm", false)]
    [InlineData("ruby -e sleep sidekiq", false)]
    [InlineData("ruby", false)]
    public void A_command_that_forks_nothing_is_refused_before_it_starts(string command, bool refused) =>
        Assert.Equal(refused, Remedy.RefusalAtLaunch(new Dictionary<string, string>(), command.Split(' ')) is not null);
}
