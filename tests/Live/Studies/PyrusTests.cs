using System.Text;
using System.Xml.Linq;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Servers;

namespace Lowtide.Tests.Live.Studies;

/// <summary>studies/pyrus-aspnet: an ASP.NET Core service on a PostgreSQL of its own, whose four faults can be mended one by one.</summary>
public sealed class PyrusTests
{
    private static readonly string Study = Path.Combine(Built.Root, "studies", "pyrus-aspnet");

    private static readonly Lazy<Ran> Service = new(() => Ran.Command([Path.Combine(Study, "build")]));

    /// <summary>The mended code answers what the published one does, to the byte.</summary>
    [Fact, Trait("Scope", "Full")]
    public async Task A_mended_service_answers_the_same()
    {
        SkipWithoutIts();
        string[] paths = ["tasks?user=7", "register?rows=30000", "document?tasks=5000"];
        var published = await AnswersAsync(paths);
        var mended = await AnswersAsync(paths, "RIGHTS=chunked", "LISTS=chunked", "DOCUMENTS=streamed", "LIMIT=off");
        Assert.Equal(published, mended);
        Assert.Contains("130000", published[0]);
        var base64 = XElement.Parse(published[2]).Value;
        Assert.StartsWith("[{\"Id\":0,", Encoding.UTF8.GetString(Convert.FromBase64String(base64)));
    }

    /// <summary>As published a timer collects again and again; mended nobody does, and hardly a collection is of generation 2.</summary>
    [Fact]
    [Trait("Scope", "Full")]
    public void The_table_tells_collections_by_generation_before_and_after()
    {
        SkipWithoutIts();
        var ran = Ran.Command([Path.Combine(Study, "mends"), "--without-trial", "--only", "all", "--requests", "160"]);
        Assert.True(ran.ExitCode == 0, ran.Error);
        var parts = ran.Output.Split("| all |");
        Assert.Equal(2, parts.Length);
        Assert.Matches(@"\| 2 \| blocking, induced \| [1-9]\d* \| \d+\.\d ms \|", parts[0]);
        Assert.DoesNotContain("induced", parts[1]);
        Assert.True(OfGeneration2(parts[1]) < OfGeneration2(parts[0]) / 2, ran.Output);
    }

    [Theory]
    [InlineData("serve", "RIGHTS=large", "forms: RIGHTS is 'large'; it is framework or chunked")]
    [InlineData("serve", "LIMIT=0", "forms: LIMIT is '0'; it is a number from 1 to 100")]
    public void A_wrong_setting_is_named(string script, string setting, string error)
    {
        SkipWithoutIts();
        var ran = Ran.Command([Path.Combine(Study, script)], (setting.Split('=')[0], setting.Split('=')[1]));
        Assert.Equal((2, error), (ran.ExitCode, ran.ErrorLine));
    }

    /// <summary>In front of the kind stands the generation, behind it how many there were.</summary>
    private static int OfGeneration2(string rows) => rows.Split('\n')
        .Select(row => row.Split('|', StringSplitOptions.TrimEntries))
        .Select(row => (Row: row, Kind: Array.FindIndex(row, cell => cell is "background" || cell.StartsWith("blocking", StringComparison.Ordinal))))
        .Where(each => each.Kind > 0 && each.Row[each.Kind - 1] == "2")
        .Sum(each => int.Parse(each.Row[each.Kind + 1]));

    internal static void SkipWithoutIts()
    {
        Assert.SkipUnless(Directory.Exists("/usr/lib/postgresql") && Ran.Command(["sh", "-c", "command -v ruby python3"]).ExitCode == 0,
            "eng/install-packages pyrus");
        Assert.True(Service.Value.ExitCode == 0, Service.Value.Output + Service.Value.Error);
    }

    private static async Task<List<string>> AnswersAsync(string[] paths, params string[] settings)
    {
        var port = ServerProcess.FreePort();
        await using var server = await ServerProcess.StartAsync(_ => [Path.Combine(Study, "serve")], [], [$"PORT={port}", .. settings]);
        using var client = new HttpClient { BaseAddress = new($"http://127.0.0.1:{port}/") };
        await server.EventuallyAsync(async () => await IsReadyAsync(client), "it answers");
        var answers = new List<string>();
        foreach (var path in paths)
            answers.Add(await client.GetStringAsync(path));
        await server.StopAsync();
        return answers;
    }

    private static async Task<bool> IsReadyAsync(HttpClient client)
    {
        try
        {
            return (await client.GetAsync("")).IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false; // not there yet
        }
    }
}
