using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>What a fault gave, in a word.</summary>
internal static class FaultWords
{
    public static string Name(FaultKind kind) => kind switch
    {
        FaultKind.Copy => "copy",
        FaultKind.New => "new",
        FaultKind.File => "file",
        FaultKind.Again => "again",
        _ => "unknown",
    };
}
