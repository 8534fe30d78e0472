using System.Text.RegularExpressions;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.Kits;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>The file that a user keeps is the kit's own text without its notes: each remedy's is whole by itself, and does what the kit's does.</summary>
public sealed partial class KeptRubyTests
{
    private static readonly Dictionary<string, string> Kit =
        KitFile.Of(Lowtide.Analysis.Remedies.Kits.Kit.Ruby).ToDictionary(file => file.Path, file => System.Text.Encoding.UTF8.GetString(file.Content));

    public static TheoryData<string> Remedies => new(
        RemedyCatalogue.All.Where(remedy => remedy.Launch.Kits.Contains(Lowtide.Analysis.Remedies.Kits.Kit.Ruby)).Select(remedy => remedy.Id));

    /// <summary>Nothing of the kit that only a target of Lowtide's has, and nothing that is not defined in the file or by Ruby.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void It_needs_no_file_and_no_sheet(string id)
    {
        var kept = Kept(id);
        Assert.DoesNotContain("require_relative", kept);
        Assert.DoesNotContain("Notes", kept);
        Assert.DoesNotContain("SharedMemory", kept);
        Assert.All(["saying", "forks"], file => Assert.Contains(Kit[$"lib/lowtide_kit/{file}.rb"].Split('\n')[1], kept));
        Assert.All(Required(id), file => Assert.Contains(Kit[$"lib/lowtide_kit/{file}.rb"].Split('\n')[2].Trim(), kept));
    }

    /// <summary>Lines that note are left out: so in no remedy may such a call go on in a second line, or stand beside another.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void All_of_the_remedy_but_its_notes_stands_in_it(string id)
    {
        var kept = Kept(id).Split('\n').ToHashSet();
        foreach (var file in Required(id).Select(file => $"lib/lowtide_kit/{file}.rb").Append(Own(id)))
            foreach (var line in Kit[file].Split('\n').Where(line => line.Length > 0 && !line.StartsWith("require_relative", StringComparison.Ordinal)))
                if (line.Contains("Notes.note"))
                    Assert.Matches(NoteAlone(), line);
                else
                    Assert.Contains(line, kept);
    }

    /// <summary>Where it cannot be on the server starts all the same, and says so.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void What_fails_in_it_ends_nothing(string id)
    {
        var lines = Kept(id).Split('\n').ToList();
        var guard = lines.IndexOf($"LowtideKit.guarded(\"{id} is not on\") do");
        Assert.True(guard > 0);
        Assert.True(guard < lines.IndexOf(Kit[Own(id)].Split('\n').First(line => line == "module LowtideKit"), guard + 1));
        Assert.Equal("end", lines.Last(line => line.Length > 0));
    }

    /// <summary>It comes into every Ruby that the server starts: one that cannot parse it ends.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void Rubies_from_before_the_kits_can_parse_it(string id) => Assert.DoesNotMatch(SinceRuby24(), Kept(id));

    private static string Kept(string id) =>
        RemedyCatalogue.Find(id)!.Permanent.Files.Single(file => file.Path.EndsWith(".rb", StringComparison.Ordinal)).Content;

    private static string Own(string id) => $"lib/lowtide_kit/remedies/{id[(id.IndexOf('.') + 1)..].Replace('-', '_')}.rb";

    private static IEnumerable<string> Required(string id) => Require().Matches(Kit[Own(id)]).Select(match => match.Groups["file"].Value);

    [GeneratedRegex(@"^\s*Notes\.note\(.*\)$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex NoteAlone();

    /// <summary>All arguments passed on, methods without end, a block's arguments by number, keys without values.</summary>
    [GeneratedRegex(
        @"\bdef [\w.?!]+(\(.*\.\.\.\)|(\(.*\))? = )|\b_1\b|[{,(] ?\w+: ?[,)}]",
        RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex SinceRuby24();

    [GeneratedRegex(@"^require_relative ""\.\./(?<file>\w+)""$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Require();
}
