using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>Bytes that a process tells over its socket, read as <see cref="DotNetWatch"/> does.</summary>
internal static class ToldTrace
{
    /// <exception cref="Failure">It broke off: in whatever way but for want of memory.</exception>
    public static DotNetTrace Read(byte[] told, Random random)
    {
        try
        {
            using var sound = new SoundTrace(new InPieces(told, random), mayBeSix: false);
            using var source = new EventPipeEventSource(sound);
            var reducer = new TraceReducer(source, new DotNetListening(Allocations: true, Deaths: true), () => 0);
            source.Process();
            if (sound.Damage is { } damage)
                throw damage;
            return reducer.Result(1, 0, null);
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            throw new Failure("it broke off");
        }
    }

    /// <summary>As they come over a socket.</summary>
    internal sealed class InPieces(byte[] bytes, Random random) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, random.Next(1, 1 << 14)));
    }
}
