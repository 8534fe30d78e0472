using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>What screens and reports both say of faults.</summary>
internal static class FaultWords
{
    /// <summary>How many there were, and in what time.</summary>
    public static string All(PageFaults faults) =>
        string.Create(CultureInfo.InvariantCulture, $"{faults.Chains.Sum(chain => chain.Faults):N0} page faults in {faults.Seconds:0.0} s")
        + (faults.Every > 1 ? $", from one in {faults.Every}" : "");

    /// <summary>What it gave, in a word.</summary>
    public static string Name(FaultKind kind) => kind switch
    {
        FaultKind.Copy => "copy",
        FaultKind.New => "new",
        FaultKind.File => "file",
        FaultKind.Again => "again",
        _ => "unknown",
    };
}
