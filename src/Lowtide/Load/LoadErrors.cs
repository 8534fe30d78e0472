namespace Lowtide.Load;

/// <summary>What went wrong with a load, in a few words.</summary>
internal static class LoadErrors
{
    /// <summary>"12 of status 500, 3 without the text, 1 without an answer (Connection refused)".</summary>
    public static string Line(LoadResult result) => string.Join(", ", Of(result));

    public static IEnumerable<string> Of(LoadResult result)
    {
        if (result.WrongStatus > 0)
        {
            foreach (var (status, count) in result.Statuses.Where(status => !result.Plan.IsExpected(status.Status)))
                yield return $"{count} of status {status}";
        }
        if (result.WrongBody > 0)
            yield return $"{result.WrongBody} without the text of --expect-body";
        if (result.WrongAnswer is { } came)
            yield return came.Length > 0 ? $"the first such answer begins '{came}'" : "the first such answer is empty";
        foreach (var (why, count) in result.Failures)
            yield return $"{count} without an answer: {why}";
    }
}
