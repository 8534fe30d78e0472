namespace Lowtide.Capture.Sources;

/// <summary>What came of looking for a socket at a path.</summary>
internal enum SocketWay
{
    Found,

    /// <summary>Nothing lies there, or something else.</summary>
    Gone,

    /// <summary>A folder on the way is closed to this user, or its root is.</summary>
    Closed,

    /// <summary>The kernel has not the whole way in memory, and to ask the file systems might wait for one of others.</summary>
    NotInMemory,
}
