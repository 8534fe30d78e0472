using Lowtide.Recordings;

namespace Lowtide.Analysis.Servers;

/// <summary>What a server was started by, to be typed into a shell again.</summary>
public static class StartLine
{
    /// <summary>Nobody types or pastes a longer line: a terminal takes 4,095 bytes (termios(3), canonical mode).</summary>
    private const int Longest = 4000;

    /// <returns>
    /// Null where that does not show. A process whose command line begins with a quote wrote a title over its arguments. A fork server is started by its
    /// program, with descriptors that nobody else has. And a line in which a shell would find more than words is none that was read from a process.
    /// </returns>
    public static string? Of(FamilySnapshot family) => ServerProgram.Of(family) != ServerProgram.ForkServer
        && family.Head.Process.CommandLine is { Length: > 0 and <= Longest } line && line[0] != '\'' && ShellWord.AreAllIn(line) ? line : null;
}
