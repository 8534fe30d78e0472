namespace Lowtide;

/// <summary>
/// An end that a person can act on: one line that says what, why and how to mend it. Anything else that
/// is thrown is a bug of Lowtide's and is reported as one.
/// </summary>
/// <param name="exitCode"><see cref="WrongCall"/> for what the caller typed and can be told wrong before anything is done; else <see cref="Failed"/>.</param>
public class Failure(string message, int exitCode = Failure.Failed) : Exception(message)
{
    public const int Failed = 1;
    public const int WrongCall = 2;

    public int ExitCode { get; } = exitCode;

    public static Failure Wrong(string message) => new(message, WrongCall);
}
