using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Lowtide.Analysis;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

/// <summary>What is true of every remedy.</summary>
public sealed class RemedyCatalogueTests
{
    [Fact]
    public void Every_finding_that_a_remedy_answers_is_there()
    {
        var findings = FindingRules.All.Select(rule => rule.Id).ToHashSet();
        Assert.All(RemedyCatalogue.All.SelectMany(remedy => remedy.Answers), answered => Assert.Contains(answered, findings));
        Assert.All(RemedyCatalogue.All, remedy => Assert.Same(remedy, RemedyCatalogue.Find(remedy.Id)));
        Assert.Null(RemedyCatalogue.Find("no-such"));
    }

    /// <summary>One without its line is never offered. A class that several ids share has one of them at least.</summary>
    [Fact]
    public void Every_remedy_that_is_written_is_listed() =>
        Assert.Empty(
            from remedy in typeof(IRemedy).Assembly.GetTypes()
            where remedy.IsAssignableTo(typeof(IRemedy)) && !remedy.IsAbstract && !RemedyCatalogue.All.Any(listed => listed.GetType() == remedy)
            select $"{remedy.Name} is no line of RemedyCatalogue.All");

    /// <summary>
    /// What a class calls like a member with a default, and a base above it did not leave to be overridden, nobody ever asks: C# says nothing of it. So a base
    /// has all of them, and no class has one that IRemedy does not come to.
    /// </summary>
    [Fact]
    public void What_a_remedy_has_in_the_place_of_a_default_is_asked()
    {
        Assert.Contains($"get_{nameof(IRemedy.TakesMemory)}", Defaults(typeof(ArenaMax)));
        Assert.DoesNotContain($"get_{nameof(IRemedy.Id)}", Defaults(typeof(ArenaMax)));
        Assert.Empty(
            from type in typeof(IRemedy).Assembly.GetTypes()
            where type.IsClass && type.IsAssignableTo(typeof(IRemedy))
            let named = type.GetMethods(BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)
                .Where(method => !method.IsPrivate).Select(method => method.Name).ToHashSet()
            from member in Defaults(type)
            where type.IsAbstract || named.Contains(member)
            select $"{type.Name} does not take the place of IRemedy's {member}");
    }

    /// <summary>Members of IRemedy for which a class has nothing of its own.</summary>
    private static IEnumerable<string> Defaults(Type type)
    {
        var map = type.GetInterfaceMap(typeof(IRemedy));
        return map.InterfaceMethods.Zip(map.TargetMethods).Where(pair => pair.Second.DeclaringType == typeof(IRemedy)).Select(pair => pair.First.Name);
    }

    /// <summary>A rule or a remedy whose subject nothing runs would never be asked.</summary>
    [Fact]
    public void Every_id_begins_with_a_runtime_or_with_what_all_programs_have() =>
        Assert.All(FindingRules.All.Select(rule => rule.Id).Concat(RemedyCatalogue.All.Select(remedy => remedy.Id)), id => Assert.Contains(
            new RuntimeFacts?[] { new("cpython", null, null), new("cruby", null, null), new("dotnet", null, null) }, runtime => Subject.Fits(id, runtime)));

    /// <summary>A mistyped id is a wrong call; a name of a process that is not there is not.</summary>
    [Theory]
    [InlineData("dotnet.nope", true)]
    [InlineData("python3.11", false)]
    [InlineData("nope", false)]
    [InlineData(".nope", false)]
    public void A_word_that_begins_as_ids_do_is_meant_for_one(string word, bool meant)
    {
        Assert.Equal(meant, RemedyCatalogue.IsMeantBy(word));
        Assert.All(RemedyCatalogue.All, remedy => Assert.True(RemedyCatalogue.IsMeantBy(remedy.Id), remedy.Id));
    }

    /// <summary>Whose command is shown, as no saving of .NET's is predicted: what docs/dotnet-remedies.md names first ("Which to try").</summary>
    [Fact]
    public void The_first_that_answers_a_finding_of_DotNets_is_the_one_to_try_first() => Assert.Equal(
        [
            "dotnet.blocking-gen2: dotnet.concurrent-on", // so that they do not block
            "dotnet.gen2-as-often: dotnet.gen0-size", // fewer collections make fewer objects old
            "dotnet.gen2-deaths: dotnet.gen0-size",
            "dotnet.large-objects: dotnet.loh-threshold", // fewer objects are large
            "dotnet.loh-waits: dotnet.loh-threshold", // concurrent-off would stop the program for each full collection
            "dotnet.memory-limit: dotnet.hard-limit-percent", // more room; the others take time for it
            "dotnet.time-in-collections: dotnet.gen0-size",
        ],
        RemedyCatalogue.All.SelectMany(remedy => remedy.Answers).Distinct()
            .Where(finding => finding.StartsWith("dotnet.", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
            .Select(finding => $"{finding}: {RemedyCatalogue.All.First(remedy => remedy.Answers.Contains(finding)).Id}"));

    /// <summary>A user keeps it without Lowtide, so all that it needs of the kit stands in it, once.</summary>
    [Fact]
    public void A_file_to_keep_needs_nothing_of_the_kit()
    {
        var files = RemedyCatalogue.All.SelectMany(remedy => remedy.Permanent.Files).ToList();
        Assert.Contains(files, file => file.Content.Contains("def each_worker"));
        Assert.All(files, file => Assert.DoesNotContain("lowtide_kit", file.Content));
        Assert.All(files, file => Assert.All(
            file.Content.Split('\n').Where(line => line.StartsWith("def ", StringComparison.Ordinal)).CountBy(line => line),
            line => Assert.Equal(1, line.Value)));
    }

    public static TheoryData<string?> Allocators => new("glibc", "jemalloc", "tcmalloc", "mimalloc", "musl", null);

    /// <summary>A variable that Capture does not read is missing in every snapshot, and its remedy would never look on.</summary>
    [Theory]
    [MemberData(nameof(Allocators))]
    public void Every_variable_that_a_remedy_looks_at_is_read_from_the_target(string? allocator)
    {
        var settings = new Settings();
        foreach (var runtime in new[] { MadeFamilies.WithThreshold(700).Runtime, new RuntimeFacts("cruby", "3.3.8", null), null })
            RemediesInEffect.Of(MadeFamilies.Family(MadeFamilies.WithThreshold(700) with
            {
                Settings = settings,
                Runtime = runtime,
                Allocator = allocator is null ? null : new AllocatorFacts(allocator, null, null, null),
            }));
        var set = RemedyCatalogue.All.SelectMany(
            remedy => remedy.Launch.Environment.Keys.Concat(remedy.Permanent.Environment.Keys).Concat(remedy.Launch.Kits.Select(kit => kit.Variable)));
        foreach (var name in settings.LookedUp.Concat(set).Except(WatchedSettings.Names))
            Assert.Fail($"a remedy looks at or sets {name}, which is not read from targets: add it to WatchedSettings.Names, or to StartSetting.Known");
        Assert.Contains("LOWTIDE_REMEDIES", settings.LookedUp);
    }

    /// <summary>The loader and the C library read theirs once, as a program starts: set from inside the program they would change nothing.</summary>
    [Fact]
    public void A_variable_of_the_loader_or_the_C_library_is_known_to_be_read_before_the_program()
    {
        var early = RemedyCatalogue.All.SelectMany(remedy => remedy.Launch.Environment.Keys.Concat(remedy.Permanent.Environment.Keys))
            .Where(name => new[] { "MALLOC_", "GLIBC_", "LD_" }.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal)))
            .ToHashSet();
        Assert.Superset(new HashSet<string> { "MALLOC_ARENA_MAX", "LD_PRELOAD" }, early);
        Assert.All(early, name => Assert.True(StartSetting.Of(name).BeforeProgram, name));
    }

    /// <summary>Has every variable, and notes which were asked for.</summary>
    private sealed class Settings : IReadOnlyDictionary<string, string>
    {
        public HashSet<string> LookedUp { get; } = [];

        public string this[string key]
        {
            get
            {
                LookedUp.Add(key);
                return "";
            }
        }

        public IEnumerable<string> Keys => WatchedSettings.Names;

        public IEnumerable<string> Values => Keys.Select(key => this[key]);

        public int Count => WatchedSettings.Names.Count;

        public bool ContainsKey(string key) => TryGetValue(key, out _);

        public bool TryGetValue(string key, [MaybeNullWhen(false)] out string value)
        {
            value = this[key];
            return true;
        }

        public IEnumerator<KeyValuePair<string, string>> GetEnumerator() =>
            Keys.Select(key => KeyValuePair.Create(key, this[key])).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
