namespace Lowtide.Recordings;

/// <summary>A word of a command line, for a shell or for somebody who pastes it into one.</summary>
public static class ShellWord
{
    /// <summary>As it is where a shell takes it so, otherwise in single quotes.</summary>
    public static string Of(string word) => word.Length > 0 && word.All(IsPlain) ? word : Quoted(word);

    /// <summary>In single quotes, in which a POSIX shell expands nothing.</summary>
    public static string Quoted(string word) => $"'{word.Replace("'", @"'\''")}'";

    /// <summary>
    /// Whether a line is words of <see cref="Of"/> and blanks alone, so that a shell finds nothing in it to expand, and no second command. That of a file
    /// from a stranger may be anything.
    /// </summary>
    public static bool AreAllIn(string line)
    {
        for (var at = 0; ; at++)
        {
            var start = at;
            while (at < line.Length && IsPlain(line[at]))
                at++;
            if (at == start && (at = EndOfQuoted(line, at)) < 0)
                return false;
            if (at == line.Length)
                return true;
            if (line[at] != ' ')
                return false;
        }
    }

    /// <returns>Behind the quote that ends it; -1 where none begins there, or it does not end.</returns>
    private static int EndOfQuoted(string line, int at)
    {
        const string Quote = @"'\''";
        if (at == line.Length || line[at] != '\'')
            return -1;
        while ((at = line.IndexOf('\'', at + 1)) >= 0)
        {
            if (!line.AsSpan(at).StartsWith(Quote))
                return at + 1;
            at += Quote.Length - 1;
        }
        return -1;
    }

    private static bool IsPlain(char letter) => char.IsAsciiLetterOrDigit(letter) || "/._-+:,@%=".Contains(letter);
}
