using System.Globalization;
using System.Xml.Linq;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Reports;

/// <summary>The picture of a real program's heaps before and after a remedy, as an engineer would put it into a write-up.</summary>
public sealed class HeapPictureTests
{
    [Fact]
    public void Before_and_after_a_trim()
    {
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["3", "still"], ("MALLOC_ARENA_MAX", "32"));
        using var folder = new TempFolder();
        var (before, after, picture) = (folder.File("before.lowtide"), folder.File("after.lowtide"), folder.File("heap.svg"));
        Record(target, before);
        var given = target.Ask("trim").GetProperty("given_back").GetInt64() >> 20;
        Record(target, after);
        var ran = Ran.Lowtide("report", before, after, "-o", picture);
        Assert.True(ran.ExitCode == 0, ran.Error);
        var texts = XDocument.Load(picture).Descendants().Where(element => element.Name.LocalName == "text").Select(element => element.Value).ToList();
        Assert.Equal(["Before: ", "After: "], texts.Where(text => text.Contains(" (PSS)")).Select(text => text[..(text.IndexOf(' ') + 1)]));
        Assert.Equal(2, texts.Count(text => text.StartsWith("all heaps to one scale: ", StringComparison.Ordinal)));
        Assert.Equal(8, texts.Count(text => text.Contains("arena") && text.Contains("a cell is 4.0 KiB")));
        var free = texts.Where(text => text.StartsWith("free, and still resident: ", StringComparison.Ordinal)).Select(Mebibytes).ToList();
        Assert.True(given > 5, $"{given} MiB given back: it tests nothing");
        Assert.InRange(free[0] - free.ElementAtOrDefault(1), 0.9 * given, (1.1 * given) + 1);
    }

    private static void Record(Target target, string file)
    {
        var ran = Ran.Lowtide("record", target.Pid.ToString(CultureInfo.InvariantCulture), "-d", "1s", "-o", file);
        Assert.True(ran.ExitCode == 0, ran.Error);
    }

    private static double Mebibytes(string text)
    {
        var words = text.Split(' ')[^2..];
        return double.Parse(words[0], CultureInfo.InvariantCulture) / (words[1] == "KiB" ? 1024 : 1);
    }
}
