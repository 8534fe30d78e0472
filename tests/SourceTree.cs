namespace Lowtide.Tests;

/// <summary>The source that the tests were built from.</summary>
internal static class SourceTree
{
    public static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Lowtide.slnx")))
            folder = folder.Parent;
        return folder?.FullName ?? throw new DirectoryNotFoundException("the tests do not run inside Lowtide's source");
    }
}
