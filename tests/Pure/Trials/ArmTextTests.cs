using Lowtide.Analysis.Remedies;
using Lowtide.Trials.Arms;

namespace Lowtide.Tests.Pure.Trials;

public sealed class ArmTextTests
{
    public static TheoryData<string> Remedies => new(RemedyCatalogue.All.Select(remedy => remedy.Id));

    /// <summary>The line that explain prints names an arm by its remedy: "compact-before-fork" was refused by the verb that it was printed for.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void A_remedy_can_name_its_arm(string id) => Assert.Equal([id], ArmText.Parse($"{id.Split('.')[1]}={id}").Remedies);

    [Theory]
    [InlineData("gc=cpython.gc-threshold-0", "cpython.gc-threshold-0", "", null)]
    [InlineData("both=cpython.gc-threshold-0,malloc.arena-max-2", "cpython.gc-threshold-0 malloc.arena-max-2", "", null)]
    [InlineData("x=env:A=1,2,env:B=,malloc.arena-max-2", "malloc.arena-max-2", "A:1,2|B:", null)]
    [InlineData("x=env:A=a, b=c,d", "", "A:a, b=c,d", null)]
    [InlineData("x=env:A=1,command:serve --list a,env:B=2,malloc.arena-max-2", "", "A:1", "serve --list a,env:B=2,malloc.arena-max-2")]
    [InlineData("x=command:serve 'a b'", "", "", "serve 'a b'")]
    public void A_comma_begins_an_item_only_where_one_follows(string text, string remedies, string settings, string? command)
    {
        var arm = ArmText.Parse(text);
        Assert.Equal(text.Split('=')[0], arm.Name);
        Assert.Equal(remedies, string.Join(' ', arm.Remedies));
        Assert.Equal(settings, string.Join('|', arm.Settings.Select(each => $"{each.Name}:{each.Value}")));
        Assert.Equal(command, arm.Command);
        var again = ArmText.Parse($"{arm.Name}={arm}");
        Assert.Equal((arm.ToString(), arm.Command), (again.ToString(), again.Command));
    }

    [Theory]
    [InlineData("gc", "takes NAME=ITEM")]
    [InlineData("gc=", "takes NAME=ITEM")]
    [InlineData("baseline=malloc.arena-max-2", "no arm can be named baseline")]
    [InlineData("a b=malloc.arena-max-2", "letters, digits")]
    [InlineData("a-name-of-25-letters-or-so=malloc.arena-max-2", "at most 24")]
    [InlineData("x=malloc.arena-max", "'malloc.arena-max' is no remedy")]
    [InlineData("x=malloc.arena-max-2,typo", "'malloc.arena-max-2,typo' is no remedy")]
    [InlineData("x=env:", "env: takes KEY=VALUE")]
    [InlineData("x=env:=1", "env: takes KEY=VALUE")]
    [InlineData("x=env:my.var=2", "not 'my.var=2'")]
    [InlineData("x=env:A=1,env:my.var=2", "not 'my.var=2'")]
    [InlineData("x=env:A=1,env:B", "not 'B'")]
    [InlineData("x=env:A=1,cpython.gc-treshold-0", "'cpython.gc-treshold-0' is no remedy")]
    [InlineData("x=env:A=1,cpython.gc-treshold-0,env:B=2", "'cpython.gc-treshold-0' is no remedy")]
    [InlineData("x=env:LOWTIDE_REMEDIES=y", "LOWTIDE_REMEDIES is Lowtide's own")]
    [InlineData("x=env:A=1,env:A=2", "sets A twice")]
    [InlineData("x=malloc.arena-max-2,env:MALLOC_ARENA_MAX=4", "sets MALLOC_ARENA_MAX twice")]
    [InlineData("x=command: ", "no command behind 'command:'")]
    public void Anything_else_is_a_wrong_call(string text, string how)
    {
        var wrong = Assert.Throws<Failure>(() => ArmText.Parse(text));
        Assert.Equal(Failure.WrongCall, wrong.ExitCode);
        Assert.Contains(how, wrong.Message);
    }
}
