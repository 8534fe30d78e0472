namespace Lowtide.Recordings.Storage;

/// <summary>A file that cannot be written or read as a recording; the message is for the person who named it.</summary>
public sealed class RecordingException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>It is not there, or where nothing can be, or one to be written is there: another name mends it.</summary>
    public bool IsWrongName { get; init; }
}
