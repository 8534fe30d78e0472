namespace Lowtide.Load;

/// <summary>Whether the server keeps a connection open behind its answer: what one connection learned, all go by.</summary>
internal sealed class KeptConnections
{
    private volatile int _known;

    /// <summary>Null until it is known.</summary>
    public bool? AreKept
    {
        get => _known == 0 ? null : _known > 0;
        set => _known = value switch { null => 0, true => 1, false => -1 };
    }
}
