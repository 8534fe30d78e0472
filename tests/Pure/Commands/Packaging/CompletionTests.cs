using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.Commands.Packaging;

/// <summary>What holds of every shell's script, and of the call that prints it.</summary>
public sealed class CompletionTests
{
    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    public void Each_verb_and_each_of_its_options_is_there(string shell)
    {
        var script = PrintedCall.Output("--completions", shell);
        foreach (var (name, typed) in PrintedCall.VerbsWithOptions)
            Assert.True(Has(script, shell, name, typed), $"{shell} does not know {name} {typed}");
        foreach (var remedy in RemedyCatalogue.All)
            Assert.Contains(remedy.Id, script);
        foreach (var form in PermanentForms.Names)
            Assert.Contains(form, script);
    }

    [Theory]
    [InlineData("zsh")]
    [InlineData("fish")]
    [InlineData("bash")]
    public void The_shell_can_read_it(string shell)
    {
        using var folder = new TempFolder();
        folder.File("script", PrintedCall.Output("--completions", shell));
        Assert.Equal("", Shell.Says(folder.Path, shell, "-n", "script"));
    }

    [Theory]
    [InlineData("--completions takes bash, zsh, fish, not 'csh'", "--completions", "csh")]
    [InlineData("--completions takes bash, zsh, fish: 'lowtide --completions bash' prints bash's", "--completions")]
    [InlineData("--completions is a call of its own", "--completions", "bash", "ps")]
    [InlineData("--man is a call of its own", "--man", "ps")]
    public void A_wrong_call_says_how_to_mend_it(string how, params string[] arguments)
    {
        var failure = Assert.Throws<Failure>(() => PrintedCall.Output(arguments));
        Assert.Contains(how, failure.Message);
        Assert.Equal(Failure.WrongCall, failure.ExitCode);
    }

    private static bool Has(string script, string shell, string verb, string option)
    {
        var lines = script.Split('\n');
        // The first place that is of the verb alone lists its options, in bash as one word that is quoted.
        var ofVerb = lines.SkipWhile(line => line.Trim() != $"{verb})").TakeWhile(line => line.Trim() != ";;");
        return shell switch
        {
            "bash" => ofVerb.Any(line => line.Replace('\'', ' ').Contains($" {option} ")),
            "zsh" => ofVerb.Any(line => line.Contains($"{option}[")),
            _ => lines.Any(line => line.Contains($"'__lowtide_verb {verb}' ")
                && line.Contains(option.StartsWith("--", StringComparison.Ordinal) ? $" -l {option[2..]} " : $" -s {option[1..]} ")),
        };
    }
}
