namespace Lowtide;

/// <summary>Why a file could not be had, in a few words: .NET's messages repeat the path, in sentences of their own.</summary>
internal static class Refusal
{
    /// <summary>A name of nothing is a wrong call; what is there and cannot be had is a failure.</summary>
    public static int ExitCode(Exception refused) =>
        refused is DirectoryNotFoundException or FileNotFoundException ? Failure.WrongCall : Failure.Failed;

    public static string Why(Exception refused) => refused switch
    {
        DirectoryNotFoundException => "no such folder",
        FileNotFoundException => "no such file",
        UnauthorizedAccessException => "permission denied",
        _ => refused.Message,
    };
}
