using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Faults;

/// <summary>The functions of Debian's stripped Python against their names in its debug package (python3-dbg).</summary>
[Trait("Scope", "Full")]
public sealed partial class DebugPackageTests
{
    private const string Python = "/usr/bin/python3.11", Collector = "gc_collect_main";

    [Fact]
    public void The_collector_is_found_without_names_and_nothing_else_is_taken_for_it()
    {
        Assert.SkipUnless(File.Exists(Python), $"no {Python}");
        var names = Names();
        using var target = Said.Start(Python, "on_command.py");
        var watched = Watched.While(target, "collect");
        var unnamed = watched.OfWorker.SelectMany(chain => chain.Frames).Distinct().Select(frame => Unnamed().Match(frame)).Where(match => match.Success).ToList();
        Assert.True(unnamed.Count > 20, $"only {unnamed.Count} functions without a name were met: this Python tells nothing");
        foreach (var function in unnamed)
        {
            var name = names.GetValueOrDefault(ulong.Parse(function.Groups["address"].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture));
            Assert.Equal(function.Groups["collector"].Success, name?.StartsWith(Collector, StringComparison.Ordinal) == true);
        }
        Assert.Contains(unnamed, function => function.Groups["collector"].Success);
    }

    /// <summary>By address, of the file that belongs to the very same build.</summary>
    private static Dictionary<ulong, string> Names()
    {
        var id = BuildId().Match(Ran.Command(["readelf", "-n", Python]).Output).Groups["id"].Value;
        Assert.SkipWhen(id.Length < 3, "readelf is missing, or the program has no build id");
        var file = $"/usr/lib/debug/.build-id/{id[..2]}/{id[2..]}.debug";
        Assert.SkipUnless(File.Exists(file), $"the debug package of {Python} is not installed");
        var names = new Dictionary<ulong, string>();
        foreach (var line in Ran.Command(["nm", file]).Output.Split('\n'))
            if (line.Split(' ', 3) is [var address, "t" or "T", var name])
                names[ulong.Parse(address, NumberStyles.HexNumber, CultureInfo.InvariantCulture)] = name;
        return names;
    }

    [GeneratedRegex(@"^\[(?<collector>collector )?python3\.11\+0x(?<address>[0-9a-f]+)\]$")]
    private static partial Regex Unnamed();

    [GeneratedRegex("Build ID: (?<id>[0-9a-f]+)")]
    private static partial Regex BuildId();
}
