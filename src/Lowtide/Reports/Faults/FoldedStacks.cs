using System.Globalization;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Reports.Faults;

/// <summary>
/// Call chains as flame graph programs take them, one a line: frames from the outermost on with semicolons between, a blank, a
/// count (https://github.com/brendangregg/FlameGraph). The thread and what the fault was come first, so that they part the graph.
/// </summary>
internal static class FoldedStacks
{
    /// <summary>As the name of a file.</summary>
    public const string StandardOutput = "-";

    public static IEnumerable<string> Of(PageFaults faults) =>
        from chain in faults.Chains
        let line = string.Join(';', [Frame(chain.Thread), FaultWords.Name(chain.Kind), .. Frames(chain)])
        group chain.Faults by line into same
        let count = same.Sum()
        orderby count descending, same.Key
        select string.Create(CultureInfo.InvariantCulture, $"{same.Key} {count}");

    public static void Write(PageFaults faults, TextWriter file)
    {
        foreach (var line in Of(faults))
            file.WriteLine(line);
    }

    public static void Show(PageFaults faults)
    {
        foreach (var line in Of(faults))
            Screen.Verbatim(line);
    }

    private static IEnumerable<string> Frames(FaultChain chain) => chain.Frames.Count == 0 ? ["[others]"] : chain.Frames.Select(Frame);

    /// <summary>A thread or a symbol may be called anything.</summary>
    private static string Frame(string name) => Screen.Plain(name).Replace(';', ':');
}
