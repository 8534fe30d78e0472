namespace Lowtide.Tests.Pure;

/// <summary>Files of the source that hold what was read before it was committed. LOWTIDE_WRITE_GOLDEN=1 writes them anew: read what differs.</summary>
internal static class Golden
{
    /// <summary>For what a test that fails says.</summary>
    public const string Renew = "LOWTIDE_WRITE_GOLDEN=1 writes it anew; read what differs, and commit it.";

    /// <param name="path">From the root of the source.</param>
    /// <param name="now">What it ought to hold.</param>
    /// <returns>What it holds; "" where it is not there.</returns>
    public static string Text(string path, string now)
    {
        var file = Path.Combine(SourceTree.Root(), path);
        if (Environment.GetEnvironmentVariable("LOWTIDE_WRITE_GOLDEN") is not null)
            File.WriteAllText(file, now);
        return File.Exists(file) ? File.ReadAllText(file) : "";
    }
}
