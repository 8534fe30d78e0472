using Lowtide.Capture.Serving;
using Lowtide.Guard.Doors;
using Lowtide.Recordings;

namespace Lowtide.Guard;

/// <summary>What a guard asks of the machine between two looks, and the one thing that it does to it.</summary>
internal interface IGuardedMachine
{
    /// <inheritdoc cref="Readiness.Of"/>
    bool? Serves(int pid);

    /// <inheritdoc cref="ServerNow.Catches"/>
    bool Catches(int pid, int signal);

    /// <inheritdoc cref="ServerNow.Memory"/>
    MemoryUse? MemoryNow(int pid, long startTicks);

    /// <inheritdoc cref="ServerNow.RoomBytes"/>
    long? RoomBytes(int head);

    /// <summary>When the machine was started, by the clock of the watch.</summary>
    DateTimeOffset Booted { get; }

    /// <inheritdoc cref="AllDoors.Of"/>
    (IDoor Door, ServerFacts Facts)? DoorOf(int head);

    /// <inheritdoc cref="GuardClaim.TryOfServer"/>
    IDisposable? Claim(int head, out string? why);

    /// <inheritdoc cref="GuardClaim.TryOfMachine"/>
    IDisposable? Turn();

    /// <summary>Asks a worker to end, and waits until another serves.</summary>
    Task<RecycleOutcome> RecycleAsync(RecycleRequest request, CancellationToken cancellation);
}

/// <summary>This machine.</summary>
internal sealed class GuardedMachine(TimeProvider time) : IGuardedMachine
{
    public bool? Serves(int pid) => Readiness.Of(pid);

    public bool Catches(int pid, int signal) => ServerNow.Catches(pid, signal);

    public MemoryUse? MemoryNow(int pid, long startTicks) => ServerNow.Memory(pid, startTicks);

    public long? RoomBytes(int head) => ServerNow.RoomBytes(head);

    public DateTimeOffset Booted => time.GetUtcNow() - ServerNow.Uptime;

    public (IDoor Door, ServerFacts Facts)? DoorOf(int head) => AllDoors.Of(head, time);

    public IDisposable? Claim(int head, out string? why) => GuardClaim.TryOfServer(head, out why);

    public IDisposable? Turn() => GuardClaim.TryOfMachine();

    public Task<RecycleOutcome> RecycleAsync(RecycleRequest request, CancellationToken cancellation) => Recycle.RunAsync(request, time, cancellation);
}
