namespace Lowtide.Load;

/// <summary>
/// By which a program that starts a load, however deep below a script of its user's, tells it what to count and hears what it measured. A trial does.
/// </summary>
internal static class LoadEnvironment
{
    /// <summary>A folder that gets each load's document, in a new file.</summary>
    public const string Documents = "LOWTIDE_LOAD_DOCUMENTS";

    /// <summary>The limit of --slow in seconds, for a load that is given none.</summary>
    public const string Slow = "LOWTIDE_LOAD_SLOW_SECONDS";
}
