namespace Lowtide.Writing;

/// <summary>Whoever read standard output has ended, as head(1) does: so does Lowtide, without a word, as a command that SIGPIPE ended.</summary>
internal sealed class ReaderGoneException() : Failure("nobody reads standard output any more", Status)
{
    /// <summary>128 and the number of SIGPIPE, as a shell says it.</summary>
    public const int Status = 141;
}
