namespace Lowtide.Recordings;

/// <summary>
/// Living objects of one process whose destructors do more than free memory: what an end without them leaves undone.
/// </summary>
/// <param name="Complete">False where the heap was larger than is looked through, or part of it could not be read: there may be more.</param>
/// <param name="Objects">Most first.</param>
public sealed record PendingDestructors(bool Complete, IReadOnlyList<DestructorCount> Objects)
{
    /// <summary>The same less some objects of one type, which Lowtide itself has put there.</summary>
    public PendingDestructors Without(string type, int count) => this with
    {
        Objects = [.. Objects.Select(each => each.Type == type ? each with { Count = each.Count - count } : each).Where(each => each.Count > 0)],
    };
}

/// <param name="Type">With its module.</param>
public sealed record DestructorCount(string Type, DestructorKind Kind, int Count);

/// <summary>The numbers are part of the file format and are never reused.</summary>
public enum DestructorKind : byte
{
    /// <summary>An open file that can be written to, or what wraps one (gzip).</summary>
    File = 0,
    Socket = 1,
    MemoryMap = 2,

    /// <summary>A connection to a database.</summary>
    Database = 3,

    /// <summary>A class with a method __del__.</summary>
    Finalizer = 4,
}
