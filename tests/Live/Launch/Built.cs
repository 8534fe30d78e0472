using Lowtide.Launch;

namespace Lowtide.Tests.Live.Launch;

/// <summary>The built program, as users start it: by its front, which only the build makes.</summary>
internal static class Built
{
    public static string Root { get; } = SourceTree.Root();

    public static string Out { get; } = Environment.GetEnvironmentVariable("LOWTIDE_OUT") ?? Path.Combine(Root, "out");

    public static string Lowtide => Existing(Path.Combine(Out, "lowtide"));

    /// <summary>Of the one-file edition.</summary>
    public static string PackedFront => Existing(Path.Combine(Out, "packed-front"));

    public static Installation Installation
    {
        get
        {
            var installation = new Installation(Path.Combine(Out, "lib"));
            _ = (Existing(installation.Program), Existing(installation.Guard));
            return installation;
        }
    }

    public static string PythonKit => Path.Combine(Root, "kits", "python");

    private static string Existing(string file) =>
        File.Exists(file)
            ? file
            : throw new FileNotFoundException($"{file} is not built: run 'make build' first, or set LOWTIDE_OUT");
}
