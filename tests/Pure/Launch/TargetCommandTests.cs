using System.Text;
using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

/// <summary>The command is what stands behind the first "--".</summary>
public sealed class TargetCommandTests
{
    [Fact]
    public void Its_own_dashes_and_empty_words_are_its_own()
    {
        string[] command = ["cmd", "--remedy", "", "--", "x"];
        Assert.Equal(command, After(command, ["lowtide", "run", "--", .. command]).Text);
    }

    [Theory]
    [InlineData("put '--' before the command", "run", "cmd")]
    [InlineData("no command behind '--'", "run", "--")]
    public void A_wrong_call_is_named(string what, params string[] arguments) =>
        Assert.Contains(what, Assert.Throws<Failure>(() => After(arguments.Skip(1).Where(word => word != "--"), arguments)).Message);

    [Fact]
    public void A_word_before_the_dashes_is_no_option() =>
        Assert.Contains("'--oops'", Assert.Throws<Failure>(() => After(["--oops", "cmd"], "run", "--oops", "--", "cmd")).Message);

    private static TargetCommand After(IEnumerable<string> parsed, params string[] arguments) =>
        TargetCommand.AfterDashes("run", [.. arguments.Select(Encoding.UTF8.GetBytes)], [.. parsed]);
}
