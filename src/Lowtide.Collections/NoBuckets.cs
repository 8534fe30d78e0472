namespace Lowtide.Collections;

/// <summary>Of all tables without entries, so that a lookup need not ask for that: one bucket, into which nothing is ever written.</summary>
internal static class NoBuckets
{
    internal static readonly int[][] Array = [[0]];
}
