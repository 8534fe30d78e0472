namespace Lowtide.Analysis.Growth;

/// <summary>Which part of what a serving process holds a course is of.</summary>
public enum GrowthSeriesKind
{
    /// <summary>All of it (RSS), where its heap did not say over time what it holds.</summary>
    Resident,

    /// <summary>What the program holds, by its heap's own account.</summary>
    Live,

    /// <summary>What is in no heap that gives account.</summary>
    Outside,

    /// <summary>What the heap has and the program does not use.</summary>
    Free,
}
