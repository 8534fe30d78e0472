using System.Text.RegularExpressions;

namespace Lowtide.Tests.Pure;

/// <summary>Who follows a recipe opens what it names, so all of it is there.</summary>
public sealed partial class DeveloperPagesTests
{
    private const int MostWords = 1200, MostLetters = 160;

    private static readonly string Root = SourceTree.Root();

    private static readonly string[] Front = ["CONTRIBUTING.md", "ARCHITECTURE.md"];

    private static readonly List<string> Files =
        [.. new[] { ".ci", ".github", "bench", "docs", "eng", "kits", "src", "studies", "tests" }
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(Root, folder), "*", SearchOption.AllDirectories))
            .Concat(Directory.EnumerateFiles(Root))
            .Select(file => Path.GetRelativePath(Root, file))
            .Where(file => !file.Contains("/bin/") && !file.Contains("/obj/") && !file.Contains("/node_modules/"))];

    private static readonly List<string> Pages = [.. Front, .. Files.Where(file => file.StartsWith("docs/dev/") && file.EndsWith(".md"))];

    private static readonly Lazy<HashSet<string>> Identifiers = new(() =>
        [.. Files.Where(file => file.EndsWith(".cs")).SelectMany(file => Identifier().Matches(Read(file)).Select(match => match.Value))]);

    [Fact]
    public void Every_path_is_there() => Assert.Empty(
        from quoted in Quoted()
        where IsPath().IsMatch(quoted.Word) && !IsMade(quoted.Word) && !Path.Exists(Path.Combine(Root, Known(quoted.Word)))
        select $"{quoted.Page}: there is no {quoted.Word}");

    [Fact]
    public void Every_file_that_is_named_without_its_folder_is_there()
    {
        var names = Files.Select(file => Path.GetFileName(file)).ToHashSet();
        Assert.Empty(
            from quoted in Quoted()
            where IsFile().IsMatch(quoted.Word) && Known(quoted.Word) == quoted.Word && !names.Contains(quoted.Word)
            select $"{quoted.Page}: no file is named {quoted.Word}");
    }

    /// <summary>A member stands in the file that is named for its type, where there is one.</summary>
    [Fact]
    public void Every_type_and_member_is_there()
    {
        Assert.Empty(
            from quoted in Quoted()
            where IsMember().IsMatch(quoted.Word) && !IsFile().IsMatch(quoted.Word) && Known(quoted.Word) == quoted.Word
            where quoted.Word.Split('.') is var parts
                && (!Array.TrueForAll(parts, Identifiers.Value.Contains) || (parts is [var type, var member] && Lacks(type, member)))
            select $"{quoted.Page}: the code has no {quoted.Word}");
    }

    [Fact]
    public void Every_link_leads_somewhere() => Assert.Empty(
        from page in Pages.Concat(Files.Where(file => Path.GetDirectoryName(file) is "docs" or "" && file.EndsWith(".md"))).Distinct()
        from match in Link().Matches(Read(page))
        let place = match.Groups["place"].Value
        where !place.Contains("://") && !Path.Exists(Path.Combine(Root, Path.GetDirectoryName(page)!, place))
        select $"{page}: there is no {place}");

    [Fact]
    public void Every_page_is_linked_from_the_front()
    {
        var front = string.Concat(Front.Select(Read));
        Assert.All(Pages.Except(Front), page => Assert.Contains($"]({page})", front));
    }

    /// <summary>They are read whole, before anything else.</summary>
    [Fact]
    public void The_front_is_short() =>
        Assert.All(Front, page => Assert.InRange(Read(page).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 1, MostWords));

    /// <summary>But for rows of a table, which cannot be broken.</summary>
    [Fact]
    public void Lines_fit() => Assert.Empty(
        from page in Pages
        from line in File.ReadLines(Path.Combine(Root, page)).Index()
        where line.Item.Length > MostLetters && !line.Item.StartsWith('|')
        select $"{page}:{line.Index + 1} has {line.Item.Length} characters");

    private static IEnumerable<(string Page, string Word)> Quoted() =>
        from page in Pages
        from match in Backticks().Matches(Read(page))
        from word in match.Groups["text"].Value.Split(' ')
        select (page, word);

    private static string Read(string file) => File.ReadAllText(Path.Combine(Root, file));

    /// <summary>"lowtide/ps/1" names a document; a build makes the others.</summary>
    private static bool IsMade(string path) => path.StartsWith("lowtide/") || path.StartsWith("out/") || path.Contains("/bin/");

    /// <summary>What is to be written yet, as Your.cs or VERSION.json, has no more than its folder.</summary>
    private static string Known(string path) =>
        string.Join('/', path.Split('/').TakeWhile(part => !IsPlaceholder().IsMatch(part)));

    private static bool Lacks(string type, string member) =>
        Files.FindAll(file => Path.GetFileName(file) == $"{type}.cs") is { Count: > 0 } files
        && !files.Exists(file => Identifier().Matches(Read(file)).Any(match => match.Value == member));

    [GeneratedRegex("`(?<text>[^`\n]+)`", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Backticks();

    [GeneratedRegex(@"\]\((?<place>[^)#\s]+)[^)]*\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Link();

    [GeneratedRegex(@"^[A-Za-z.][\w.*-]*(/[\w.*-]*)+$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex IsPath();

    [GeneratedRegex(
        @"^[A-Za-z][\w.-]*\.(cs|c|h|py|rb|ts|js|css|json|md|svg|csproj|slnx|props|txt)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex IsFile();

    [GeneratedRegex(@"^[A-Z]\w*[a-z]\w*(\.[A-Z]\w*)*$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex IsMember();

    [GeneratedRegex(@"Your|your|VERSION|\*", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex IsPlaceholder();

    [GeneratedRegex(@"\w+", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Identifier();
}
