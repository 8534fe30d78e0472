namespace Lowtide.Guard.Doors;

/// <summary>signal(7), on x86-64.</summary>
internal static class Signals
{
    public const int Hangup = 1, Quit = 3, Kill = 9, Terminate = 15, TerminalStop = 20, TerminalInput = 21, TerminalOutput = 22;

    public static string Name(int signal) => signal switch
    {
        Hangup => "SIGHUP",
        Quit => "SIGQUIT",
        Kill => "SIGKILL",
        Terminate => "SIGTERM",
        TerminalStop => "SIGTSTP",
        TerminalInput => "SIGTTIN",
        TerminalOutput => "SIGTTOU",
        _ => $"signal {signal}",
    };
}
