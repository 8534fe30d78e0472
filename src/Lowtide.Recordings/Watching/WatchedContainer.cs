namespace Lowtide.Recordings.Watching;

/// <summary>The container that a server's head runs in.</summary>
/// <param name="Id">As its runtime calls it: 64 hexadecimal digits.</param>
/// <param name="PodUid">Of the pod of Kubernetes that it belongs to; of one that a node has by itself (a static pod) the hash of its file. Null where it is
/// of none, or where the path does not tell.</param>
public sealed record WatchedContainer(string Id, string? PodUid);
