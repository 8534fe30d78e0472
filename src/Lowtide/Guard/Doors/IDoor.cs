using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>A server's own way to end one worker, so that what it has begun is ended first, and another comes in its place.</summary>
internal interface IDoor
{
    /// <summary>As it is called on a command line.</summary>
    string Server { get; }

    bool IsOf(ServerFacts facts);

    /// <summary>Variables of its environment that decide anything.</summary>
    IReadOnlyList<string> Variables => [];

    /// <summary>Files of settings that its command line or its environment names.</summary>
    /// <param name="variables">Those of <see cref="Variables"/> that are set; null where they may not be read.</param>
    IEnumerable<string> Settings(IReadOnlyList<string> words, IReadOnlyDictionary<string, string>? variables) => [];

    /// <summary>Why a worker may not be ended this way; null where it may.</summary>
    string? Closed(ServerFacts facts, DoorOptions options);

    /// <summary>To be told to a person: "SIGHUP to the worker".</summary>
    string Way { get; }

    /// <summary>Whether its master starts one worker more by SIGTTIN, and by SIGTTOU ends one of those that came last: others would end one that nobody
    /// chose.</summary>
    bool HasStandby => false;

    /// <summary>Its workers take jobs that are handed to them, and listen on nothing.</summary>
    bool IsOfQueue => false;

    /// <summary>What only a process that serves has as its title, beside what is seen of its threads and sockets.</summary>
    bool IsTitleOfServing(string title) => true;

    /// <summary>Whether others of its kind must serve meanwhile: it is the only process of its server, and nobody keeps what comes in then.</summary>
    bool NeedsPeers(ServerFacts facts) => false;

    /// <summary>What a worker is asked by, first. A process of its server that does not catch it is no worker: a router of uWSGI's ignores it.</summary>
    int Signal { get; }

    /// <summary>Asks a worker to end. It returns once it was asked.</summary>
    /// <exception cref="DoorException">It could not be asked, and nothing has changed.</exception>
    Task AskAsync(ServerFacts facts, IServerHands hands, CancellationToken cancellation)
    {
        hands.SignalWorker(Signal);
        return Task.CompletedTask;
    }
}

/// <summary>What a person says of a server that cannot be seen.</summary>
internal sealed record DoorOptions
{
    /// <summary>Something starts it anew once it has ended.</summary>
    public bool IsSupervised { get; init; }

    /// <summary>A proxy in front of several sends nobody to one that ends.</summary>
    public bool IsProxied { get; init; }
}

/// <summary>What a door may do to the one worker that it is for; each call is checked against who has its pid now.</summary>
internal interface IServerHands
{
    /// <exception cref="DoorException">It has gone, does not catch this signal, or may not be sent it.</exception>
    void SignalWorker(int signal);

    /// <summary>As <see cref="SignalWorker"/>, where that holds just before it is sent.</summary>
    /// <returns>Whether it was sent.</returns>
    bool SignalWorkerIf(int signal, Func<bool> holds);

    /// <summary>How often its first thread has waited since its start: where that is as before, it has done nothing since. Null where it has gone.</summary>
    long? Switches();

    /// <summary>What the worker's command line says now; null where it has gone.</summary>
    string? Title();

    /// <summary>The number of the system call that its first thread waits in; null where it runs, or that is not told.</summary>
    int? WaitsIn();

    /// <summary>Whether its first thread waits for what its master writes into a pipe.</summary>
    bool WaitsForMaster();

    /// <summary>For so long as a poll takes.</summary>
    Task PauseAsync(CancellationToken cancellation);

    /// <returns>False where it did not hold within the time that a worker may take to end.</returns>
    Task<bool> UntilAsync(Func<bool> holds, CancellationToken cancellation);
}

/// <summary>A worker could not be asked; the message is for a person.</summary>
internal sealed class DoorException(string message) : Exception(message);
