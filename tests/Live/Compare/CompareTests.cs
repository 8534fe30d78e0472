using System.Diagnostics;
using System.Text.Json;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Compare;

/// <summary>Two preforked families of one program: in one, every worker's collector copied what it inherited.</summary>
public sealed class CompareTests : IDisposable
{
    private const string Workers = "5";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_family_that_copies_differs_by_what_it_copied()
    {
        using var shares = Said.StartAny("collector_copies.py", "none", Workers);
        using var copies = Said.StartAny("collector_copies.py", "collected", Workers);
        var document = Json("compare", $"{shares.Pid}", $"{copies.Pid}", "-d", "1s", "--json");

        var copied = copies.Told("copied_bytes").Average();
        var own = Metric(document, "private_bytes");
        Assert.Equal("differs", own.GetProperty("observed").GetString());
        Assert.InRange(own.GetProperty("estimate").GetDouble(), copied - Look.Slack, copied + Look.Slack);
        Assert.Equal("differs", Metric(document, "pss_bytes").GetProperty("observed").GetString());
        Assert.Equal(
            copies.WorkerPids(),
            document.GetProperty("b").GetProperty("workers").EnumerateArray().Select(worker => worker.GetProperty("pid").GetInt32()));
        Assert.Contains("command line", Differing(document));
        Assert.DoesNotContain("runtime", Differing(document));
    }

    [Fact]
    public void Two_of_the_same_kind_show_no_difference_of_what_they_copied()
    {
        using var one = Said.StartAny("collector_copies.py", "none", Workers);
        using var other = Said.StartAny("collector_copies.py", "none", Workers);
        var document = Json("compare", $"{one.Pid}", $"{other.Pid}", "-d", "1s", "--json");
        var shared = Metric(document, "inherited_shared_bytes");
        // Two starts are never alike to the page; what must not be seen is a difference such as copying makes.
        Assert.InRange(shared.GetProperty("estimate").GetDouble(), -Look.Slack, Look.Slack);
        Assert.DoesNotContain("command line", Differing(document));
    }

    [Fact]
    public void Recordings_say_what_the_live_families_say()
    {
        using var shares = Said.StartAny("collector_copies.py", "none", Workers);
        using var copies = Said.StartAny("collector_copies.py", "collected", Workers);
        var (a, b) = (Record(shares, "a.lowtide"), Record(copies, "b.lowtide"));
        var document = Json("compare", a, b, "--json");
        Assert.Equal("differs", Metric(document, "pss_bytes").GetProperty("observed").GetString());

        Refused(2, "one family", "compare", b, Record(copies, "later.lowtide"));
        Refused(2, "one family", "compare", a, a);
        Refused(1, "is not a Lowtide recording", "compare", a, _folder.File("empty.lowtide", ""));
        Refused(2, "--duration goes with live families", "compare", a, b, "-d", "3s");
        Refused(2, "record both", "compare", a, $"{copies.Pid}");
        NewerThanAny(b);
        Refused(1, "newer Lowtide", "compare", a, b);
    }

    /// <summary>What it observes of live families is kept in memory alone: a folder of its own in TMPDIR outlived it.</summary>
    [Fact]
    public void Killed_while_it_looks_it_leaves_nothing()
    {
        using var one = Said.StartAny("collector_copies.py", "none", Workers);
        using var other = Said.StartAny("collector_copies.py", "none", Workers);
        var memory = other.WorkerPids().Concat(one.WorkerPids()).Select(pid => $"/proc/{pid}/mem").ToHashSet();
        var start = new ProcessStartInfo(Built.Lowtide, ["compare", $"{one.Pid}", $"{other.Pid}", "-d", "1h"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["TMPDIR"] = _folder.Path;
        using var compare = Process.Start(start)!;
        Patience.Until(() => compare.HasExited || Opened(compare.Id).Any(memory.Contains) ? "looking" : null, "a look at the workers' memory");
        Assert.False(compare.HasExited);
        compare.Kill();
        Patience.ForEnd(compare);
        Assert.Equal(128 + 9, compare.ExitCode);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    private static IEnumerable<string> Opened(int pid)
    {
        try
        {
            return [.. Directory.EnumerateFiles($"/proc/{pid}/fd").Select(file => new FileInfo(file).LinkTarget).OfType<string>()];
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    [Fact]
    public void A_family_without_workers_is_shown_and_nothing_is_claimed()
    {
        using var shares = Said.StartAny("collector_copies.py", "none", Workers);
        using var alone = Said.StartAny("collector_copies.py", "none", "0");
        var ran = Ran.Lowtide("compare", $"{shares.Pid}", $"{alone.Pid}", "-d", "200ms");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        Assert.Contains("Cannot tell whether PSS differs: too few workers, where", ran.Output);
        Assert.Contains("workers: A 5, B 0", ran.Output);
    }

    [Fact]
    public void The_same_family_twice_and_nobody_at_all_are_wrong_calls()
    {
        using var shares = Said.StartAny("collector_copies.py", "none", "1");
        Refused(2, "both are of one family", "compare", $"{shares.Pid}", $"{shares.WorkerPids()[0]}");
        Refused(1, "no process", "compare", $"{shares.Pid}", $"{int.MaxValue}");
        Refused(2, "--duration takes a duration", "compare", $"{shares.Pid}", "1", "-d", "soon");
    }

    private string Record(Target target, string name)
    {
        var file = _folder.File(name);
        var ran = Ran.Lowtide("record", $"{target.Pid}", "-d", "300ms", "--interval", "100ms", "-o", file);
        Assert.True(ran.ExitCode == 0, ran.Error);
        return file;
    }

    /// <summary>SQLite's user_version: four bytes at 60, https://www.sqlite.org/fileformat.html, section 1.3.</summary>
    private static void NewerThanAny(string file)
    {
        using var stream = File.OpenWrite(file);
        stream.Seek(60, SeekOrigin.Begin);
        stream.Write([0, 0, 3, 231]);
    }

    private static JsonElement Json(params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.True(ran.ExitCode == 0, ran.Error);
        Schemas.MustHold(ran.Output);
        return JsonDocument.Parse(ran.Output).RootElement;
    }

    private static void Refused(int status, string reason, params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.Equal(status, ran.ExitCode);
        Assert.Contains(reason, ran.ErrorLine);
        Assert.Empty(ran.Output);
    }

    private static JsonElement Metric(JsonElement document, string name) =>
        document.GetProperty("metrics").EnumerateArray().Single(metric => metric.GetProperty("name").GetString() == name);

    private static IEnumerable<string?> Differing(JsonElement document) => document.GetProperty("circumstances").EnumerateArray()
        .Where(one => one.GetProperty("differs").ValueKind == JsonValueKind.True)
        .Select(one => one.GetProperty("name").GetString());
}
