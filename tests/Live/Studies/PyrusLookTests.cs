using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Studies;

/// <summary>What record and explain say of studies/pyrus-aspnet as published: its four faults, each by name.</summary>
/// <remarks>Its timer looks every 5 s: on processors that others take it comes late, and a late one is no period.</remarks>
[Collection(nameof(Alone))]
public sealed class PyrusLookTests
{
    private const long MiB = 1 << 20;

    private static readonly string Study = Path.Combine(Built.Root, "studies", "pyrus-aspnet");

    [Fact, Trait("Scope", "Full")]
    public void The_four_faults_of_the_published_service()
    {
        PyrusTests.SkipWithoutIts();
        var ran = Ran.Command([Path.Combine(Study, "look"), "--json"]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        var root = JsonDocument.Parse(ran.Output).RootElement;

        var induced = root.Finding("dotnet.induced-collections");
        Assert.Matches(@"^Hosting\.PrivateMemoryLimit\.CollectAboveLimit asked for \d+ of the \d+ collections, one every 5 s\.$", Statement(induced));
        // 60% of 1,150 MiB: between what it held when it looked and did not collect, and when it did.
        var limit = induced.Evidence("own_limit_bytes");
        Assert.Contains("and not when it held", limit.GetProperty("text").GetString());
        Assert.InRange(limit.GetProperty("value").GetDouble(), 620 * MiB, 760 * MiB);
        Assert.True(induced.Evidence("machine_available_bytes").GetProperty("value").GetDouble() > 0);

        var large = root.GetProperty("dot_net").GetProperty("large_allocators").EnumerateArray().ToList();
        Assert.Contains(large, one => Is(one, "Forms.AccessRights.VisibleAsync", "growth", "HashSet"));
        Assert.Contains(large, one => Is(one, "Forms.Registers.SummaryAsync", "growth", "List"));
        Assert.Contains(large, one => Is(one, "Forms.Documents.WholeAsync", "serialisation", "JSON"));

        var died = root.Finding("dotnet.gen2-deaths");
        var deaths = Statement(died) + string.Concat(died.EvidenceTexts());
        Assert.All(
            ["Forms.AccessRights.VisibleAsync", "Forms.Registers.SummaryAsync", "Forms.Documents.WholeAsync"], method => Assert.Contains(method, deaths));
        Assert.Contains("generation 2 stopped all threads", Statement(root.Finding("dotnet.blocking-gen2")));
    }

    private static bool Is(JsonElement allocator, string caller, string kind, string words) =>
        allocator.GetProperty("caller").GetString() == caller
        && allocator.GetProperty(kind).GetString()?.Contains(words, StringComparison.Ordinal) == true;

    private static string Statement(JsonElement finding) => finding.GetProperty("statement").GetString()!;
}
