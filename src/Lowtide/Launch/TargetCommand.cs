using System.Text;

namespace Lowtide.Launch;

/// <summary>A command with its arguments, byte for byte as the caller wrote them.</summary>
internal sealed record TargetCommand(IReadOnlyList<byte[]> Words)
{
    /// <summary>For messages and rules; what is not UTF-8 shows as U+FFFD.</summary>
    public IReadOnlyList<string> Text { get; } = [.. Words.Select(Encoding.UTF8.GetString)];

    public static TargetCommand Of(params string[] words) => new([.. words.Select(Encoding.UTF8.GetBytes)]);

    /// <summary>What stands behind the first "--" of Lowtide's own arguments.</summary>
    /// <param name="verb">Lowtide's, for messages.</param>
    /// <param name="arguments">All of them, the program's name first.</param>
    /// <param name="parsedWords">How many words the parser of options took for the command's.</param>
    /// <exception cref="Failure">A wrong call: no "--", nothing behind it, or no option before it.</exception>
    public static TargetCommand AfterDashes(string verb, IReadOnlyList<byte[]> arguments, IReadOnlyList<string> parsedWords)
    {
        var dashes = arguments.TakeWhile(word => !word.AsSpan().SequenceEqual("--"u8)).Count();
        if (dashes == arguments.Count)
            throw Failure.Wrong("put '--' before the command, so that its options are not taken for Lowtide's: "
                + $"lowtide {verb} --remedy ID -- COMMAND");
        var command = new TargetCommand([.. arguments.Skip(dashes + 1)]);
        if (parsedWords.Count > command.Words.Count)
            throw Failure.Wrong($"'{parsedWords[0]}' before '--' is no option of Lowtide's (see 'lowtide {verb} --help')");
        if (command.Words.Count == 0)
            throw Failure.Wrong($"no command behind '--': lowtide {verb} --remedy ID -- COMMAND");
        return command;
    }
}
