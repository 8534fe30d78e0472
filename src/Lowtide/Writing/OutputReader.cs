using Lowtide.Launch;

namespace Lowtide.Writing;

/// <summary>
/// Whoever reads standard output through a pipe or a socket. What goes on only for them ends with them, also while it waits and writes nothing.
/// </summary>
internal static class OutputReader
{
    /// <summary>poll(2) tells of one that has gone, whatever is asked of it (POLLERR, POLLHUP); of a file it tells nothing, ever.</summary>
    /// <param name="gone">Called on a thread of its own, once.</param>
    public static void WhenGone(Action gone) => new Thread(() =>
    {
        if (Libc.WaitForNoReader(StandardStream.OutputNumber))
            gone();
    }) { IsBackground = true, Name = "reader of the output" }.Start();
}
