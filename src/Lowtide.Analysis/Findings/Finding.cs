using System.ComponentModel.DataAnnotations;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>One claim with its evidence.</summary>
/// <param name="Id">"subject.what", lower case with dashes.</param>
/// <param name="Statement">One sentence that an engineer can repeat.</param>
/// <param name="Bytes">What it explains in the whole family; null for one that says that something is not as it was meant.</param>
/// <param name="BytesPerWorker">The mean over the processes that it holds for.</param>
public sealed record Finding(
    string Id,
    string Statement,
    long? Bytes,
    long? BytesPerWorker,
    IReadOnlyList<Evidence> Evidence)
{
    /// <summary>The row of evidence that says what to look at next, where the cause is not told from outside, or what to try that no trial adds.</summary>
    public const string NextLook = "next_look";

    /// <summary>The row that says what to change in the program itself.</summary>
    public const string InCode = "code";

    /// <summary>The row that says what to set, or to give it, where no remedy does that.</summary>
    public const string ToSet = "setting";

    /// <summary>Of pauses or waits that it explains; null for one about memory.</summary>
    public double? Seconds { get; init; }

    /// <summary>Of .NET, whose pauses these are; none where it is waits, or about memory.</summary>
    public IReadOnlyList<DotNetCollection> Collections { get; init; } = [];

    /// <summary>Its bytes are the most that it can come to, and nobody knows the least: it stands behind those that are known.</summary>
    public bool IsCeiling { get; init; }

    /// <summary>Others follow from it, and end with it: it stands before them, however much they come to.</summary>
    public bool IsCause { get; init; }

    /// <summary>What is alive rises without an end in sight: nothing that gives freed memory back mends it.</summary>
    public bool IsLeak { get; init; }

    /// <summary>It adds up what others tell the causes of.</summary>
    public bool IsSum { get; init; }

    /// <summary>One about pauses of .NET. Seconds without their collections would be missing among <see cref="DotNet.OverlappingFindings"/>.</summary>
    public static Finding OfPauses(
        string id, string statement, IReadOnlyList<DotNetCollection> collections, IReadOnlyList<Evidence> evidence) =>
        new(id, statement, null, null, evidence)
        {
            Seconds = collections.Sum(collection => collection.PauseSeconds),
            Collections = collections,
        };
}

/// <summary>One row under a finding: what was read, as a number for machines and as words for people.</summary>
/// <param name="Name">snake_case, with the unit as suffix where that is customary.</param>
public sealed record Evidence([RegularExpression("^[a-z0-9]+(_[a-z0-9]+)*$")] string Name, [Signed] double? Value, string Text);
