namespace Lowtide;

/// <summary>A word of a command line, for a shell or for somebody who pastes it into one.</summary>
internal static class ShellWord
{
    /// <summary>As it is where a shell takes it so, otherwise in single quotes.</summary>
    public static string Of(string word) => word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || "/._-+:,@%=".Contains(letter))
        ? word
        : Quoted(word);

    /// <summary>In single quotes, in which a POSIX shell expands nothing.</summary>
    public static string Quoted(string word) => $"'{word.Replace("'", @"'\''")}'";
}
