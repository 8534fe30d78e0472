using System.Buffers.Binary;
using System.Net.Sockets;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>
/// A diagnostic port of a process that runs no .NET, where a reader finds it: takes one session, says what it is given and then waits, as
/// a runtime does that has nothing to tell (docs/design-docs/ipc-protocol.md of dotnet/diagnostics).
/// </summary>
internal sealed class MadeRuntime : IDisposable
{
    private const int HeaderBytes = 20, SizeAt = 14, AnswerAt = 16;
    private const byte Server = 0xFF;

    private readonly Socket _port = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly CancellationTokenSource _end = new();
    private readonly Task _serving;
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="says">Behind its consent.</param>
    public MadeRuntime(int pid, string folder, byte[] says)
    {
        _port.Bind(new UnixDomainSocketEndPoint(Path.Combine(folder, $"dotnet-diagnostic-{pid}-{Procfs.Stat(pid)!.StartTicks}-socket")));
        _port.Listen();
        _serving = ServeAsync(says);
    }

    /// <summary>Once it was asked to end its session.</summary>
    public Task Stopped => _stopped.Task;

    private async Task ServeAsync(byte[] says)
    {
        using var session = await AskedAsync();
        await session.SendAsync(says, _end.Token);
        using var asked = await AskedAsync();
        _stopped.SetResult();
        // Whoever still waits for events is told that there are no more.
    }

    /// <summary>Takes one request and consents to it, with the session's number.</summary>
    private async Task<Socket> AskedAsync()
    {
        var socket = await _port.AcceptAsync(_end.Token);
        await using var stream = new NetworkStream(socket, ownsSocket: false);
        var header = new byte[HeaderBytes];
        await stream.ReadExactlyAsync(header, _end.Token);
        await stream.ReadExactlyAsync(new byte[BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(SizeAt)) - HeaderBytes], _end.Token);
        var answer = new byte[HeaderBytes + sizeof(long)];
        "DOTNET_IPC_V1\0"u8.CopyTo(answer);
        BinaryPrimitives.WriteUInt16LittleEndian(answer.AsSpan(SizeAt), (ushort)answer.Length);
        (answer[AnswerAt], answer[HeaderBytes]) = (Server, 1);
        await stream.WriteAsync(answer, _end.Token);
        return socket;
    }

    public void Dispose()
    {
        _end.Cancel();
        _port.Dispose();
        _serving.ContinueWith(_ => { }, TaskScheduler.Default).Wait();
        _end.Dispose();
    }
}
