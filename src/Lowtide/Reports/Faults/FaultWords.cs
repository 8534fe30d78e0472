using System.Globalization;
using Lowtide.Analysis;
using Lowtide.Analysis.Faults;
using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>What screens and reports both say of faults.</summary>
internal static class FaultWords
{
    /// <summary>How many there were, and in what time.</summary>
    public static string All(PageFaults faults) =>
        string.Create(CultureInfo.InvariantCulture, $"{faults.Chains.Sum(chain => chain.Faults):N0} page faults in {faults.Seconds:0.0} s")
        + (faults.Every > 1 ? $", one in {faults.Every} sampled" : "");

    /// <summary>What it gave, in a word.</summary>
    public static string Name(FaultKind kind) => kind switch
    {
        FaultKind.Copy => "copy",
        FaultKind.New => "new",
        FaultKind.File => "file",
        FaultKind.Again => "again",
        _ => "unknown",
    };

    /// <summary>Whose code copied what was shared.</summary>
    public static string Proof(CopiesByWay copies) => copies switch
    {
        { Faults: 0 } => "Nothing was copied while the faults were watched.",
        { CollectorShare: { } share } =>
            $"Of {Count(copies.Faults)} first writes to shared pages ({Amount.Bytes(copies.Faults * Page.Size)} copied), "
            + $"{Amount.Percent(share)} came through the collector's code"
            + copies.Exit("as a process ended")
            + (copies.Untold * 100 >= copies.Faults ? $"; of {Amount.Percent(copies.Untold / (double)copies.Faults)} the call chain is cut" : "") + ".",
        _ => $"{Count(copies.Faults)} first writes to shared pages ({Amount.Bytes(copies.Faults * Page.Size)} copied).",
    };

    /// <summary>"-" where nothing was copied, or the collector's code is not known.</summary>
    public static string CollectorShare(CopiesByWay copies) => copies.CollectorShare is { } share ? Amount.Percent(share) : "-";

    public static string Share(long faults, long all) => (faults / (double)all).ToString("0.0%", CultureInfo.InvariantCulture);

    public static string Count(long faults) => faults.ToString("N0", CultureInfo.InvariantCulture);
}
