using System.Buffers.Binary;
using System.Globalization;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Serving;

/// <summary>
/// Whether a worker serves, told from outside: it has a connection that somebody made to its server, watches the socket that it listens on by epoll(7), or a
/// thread of it waits on that. So a worker that still loads its program is none. One that listens on nothing, as of a queue, serves as soon as all its threads
/// wait.
/// </summary>
public static class Readiness
{
    private const int MostThreads = 256, MostPolled = 1024, MostWatched = 4096;

    /// <returns>Null where it may not be read.</returns>
    public static bool? Of(int pid)
    {
        if (OwnSockets.Of(pid) is not { } sockets || Calls(pid) is not { Count: > 0 } calls)
            return null;
        if (sockets.Listening.Count == 0)
            return calls.TrueForAll(call => call is not null);
        // A uWSGI worker that waits for its turn (thunder-lock) waits in no epoll_wait, and has made its epoll all the same.
        if (sockets.Connections > 0 || sockets.Polls.Any(poll => Watched(pid, poll).Any(sockets.Listening.Contains)))
            return true;
        using var space = AddressSpace.TryOpen(pid, follows: true);
        return calls.OfType<BlockedCall>().Any(call => WaitsOn(call, sockets.Listening, pid, space));
    }

    /// <summary>Whether it listens on anything. Of uWSGI's mules and spoolers none does, and all their threads wait, too.</summary>
    public static bool Listens(int pid) => OwnSockets.Of(pid)?.Listening.Count > 0;

    /// <summary>
    /// Whether a worker's first thread waits in read(2) for what its master writes into a pipe: a pipe of which the master has an end, too, so that it is none
    /// to a program that the worker has started itself.
    /// </summary>
    public static bool WaitsForMaster(int worker, int master) =>
        BlockedCall.Of(worker) is { Number: BlockedCall.Read, First: <= int.MaxValue and var descriptor }
        && Descriptors.Target(worker, (int)descriptor) is { } pipe && pipe.StartsWith("pipe:[", StringComparison.Ordinal)
        && Descriptors.Of(master)?.Any(own => own.Target == pipe) == true;

    private static List<BlockedCall?>? Calls(int pid)
    {
        try
        {
            return [.. Directory.EnumerateDirectories($"/proc/{pid}/task").Take(MostThreads)
                .Select(task => ProcFile.TryReadText($"{task}/syscall") is { } text ? BlockedCall.Parse(text.Trim()) : null)];
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool WaitsOn(BlockedCall call, IReadOnlySet<int> sockets, int pid, AddressSpace? space) => call.Number switch
    {
        BlockedCall.Accept or BlockedCall.Accept4 => sockets.Contains((int)call.First),
        BlockedCall.Poll or BlockedCall.PollP => Polled(call, space).Any(sockets.Contains),
        BlockedCall.Select or BlockedCall.SelectP => Selected(call, space).Any(sockets.Contains),
        _ => false,
    };

    /// <summary>"tfd:        4 events:       19 ..." (proc_pid_fdinfo(5)).</summary>
    private static IEnumerable<int> Watched(int pid, int epoll)
    {
        foreach (var line in ProcFile.Lines(ProcFile.TryReadText($"/proc/{pid}/fdinfo/{epoll}") ?? "").Take(MostWatched))
            if (line.StartsWith("tfd:", StringComparison.Ordinal) && line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var descriptor, ..]
                && int.TryParse(descriptor, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                yield return number;
    }

    /// <summary>struct pollfd: a descriptor in four bytes, and four bytes of events (poll(2)).</summary>
    private static IEnumerable<int> Polled(BlockedCall call, AddressSpace? space)
    {
        var bytes = new byte[8 * (int)Math.Min(call.Second, MostPolled)];
        if (space?.TryRead(call.First, bytes) == true)
            for (var at = 0; at < bytes.Length; at += 8)
                yield return BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(at));
    }

    /// <summary>A bit for each descriptor (select(2)); the first argument is how many.</summary>
    private static IEnumerable<int> Selected(BlockedCall call, AddressSpace? space)
    {
        var bytes = new byte[((int)Math.Min(call.First, MostPolled) + 7) / 8];
        if (space?.TryRead(call.Second, bytes) == true)
            for (var descriptor = 0; descriptor < bytes.Length * 8; descriptor++)
                if ((bytes[descriptor / 8] & (1 << (descriptor % 8))) != 0)
                    yield return descriptor;
    }
}
