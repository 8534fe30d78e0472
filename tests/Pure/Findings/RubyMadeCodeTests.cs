using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>A Ruby of 100 MiB of which some is code that YJIT made.</summary>
public sealed class RubyMadeCodeTests
{
    private const long MiB = MadeFamilies.MiB;

    [Fact]
    public void Much_code_is_said_with_the_setting_that_bounds_it()
    {
        var finding = Assert.Single(Examine(code: 83));
        Assert.Equal("Code made at run time takes 83 MiB (83%): YJIT's, or a library's.", finding.Statement);
        Assert.Contains("--yjit-exec-mem-size", Assert.Single(finding.Evidence, row => row.Name == Finding.ToSet).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(9, true)]
    [InlineData(83, false)] // not told
    public void Little_or_untold_is_none(long code, bool told) => Assert.Empty(Examine(code, told));

    private static IReadOnlyList<Finding> Examine(long code, bool told = true)
    {
        var member = MadeRuby.Member() with
        {
            Parts = told
                ? [
                    new(MemoryPurpose.RubyPages, 10 * MiB, 0), new(MemoryPurpose.MadeCode, code * MiB, 0),
                    new(MemoryPurpose.Other, (90 - code) * MiB, 0),
                ] : null,
            Memory = new MemoryUse(100 * MiB, 100 * MiB, null, null, null) { PssAnonymousBytes = 100 * MiB, PssFileBytes = 0, PssSharedMemoryBytes = 0 },
        };
        return new RubyMadeCode().Examine(MadeFamilies.Recording(member)).Findings;
    }
}
