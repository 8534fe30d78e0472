namespace Lowtide.Capture.Malloc;

/// <summary>A thread's own free chunks: counts of <see cref="Bins"/> lists, and behind them the lists' heads.</summary>
/// <param name="CountSize">Bytes of one count.</param>
/// <param name="CountsDown">A count tells how many more would be taken, not how many there are.</param>
internal sealed record TcacheLayout(int CountSize, int Bins, bool CountsDown = false)
{
    public int Heads => CountSize * Bins;

    public int Size => Heads + (8 * Bins);

    /// <summary>It is a chunk of malloc's itself: a word in front, and in multiples of 16.</summary>
    public int ChunkSize => (Size + 8 + 15) & ~15;
}
