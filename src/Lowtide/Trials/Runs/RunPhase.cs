namespace Lowtide.Trials.Runs;

/// <summary>How far one start of a server has come.</summary>
internal enum RunPhase
{
    Starting,
    Warming,
    Loading,
    Looking,
    Settling,
    Reloading,
    Stopping,
}
