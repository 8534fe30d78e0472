namespace Lowtide.Recordings.Storage;

/// <summary>A file that cannot be written or read as a recording; the message is for the person who named it.</summary>
public sealed class RecordingException(string message, Exception? inner = null) : Exception(message, inner);
