using System.Text.Json.Serialization;

namespace Lowtide.Serve.Pods;

/// <summary>Of what a cluster answers (core/v1 PodList), that which names containers.</summary>
internal sealed record PodList(IReadOnlyList<PodList.Pod>? Items)
{
    /// <summary>Of a static pod, whose own uid the node does not know: its groups are named by this.</summary>
    private const string FileHash = "kubernetes.io/config.hash";

    public sealed record Pod(Metadata? Metadata, Status? Status);

    public sealed record Metadata(string? Name, string? Namespace, string? Uid, IReadOnlyDictionary<string, string>? Annotations);

    public sealed record Status(
        IReadOnlyList<Container>? ContainerStatuses, IReadOnlyList<Container>? InitContainerStatuses, IReadOnlyList<Container>? EphemeralContainerStatuses);

    /// <param name="ContainerID">"containerd://ID"; empty until it is made.</param>
    public sealed record Container(string? Name, string? ContainerID);

    /// <summary>By a container's id; and by a pod's uid, for a container that the cluster does not know yet.</summary>
    public IReadOnlyDictionary<string, PodContainer> Names()
    {
        var names = new Dictionary<string, PodContainer>(StringComparer.Ordinal);
        foreach (var pod in Items ?? [])
        {
            if (pod?.Metadata is not { Name: { } name, Namespace: { } space } metadata)
                continue;
            foreach (var uid in new[] { metadata.Uid, metadata.Annotations?.GetValueOrDefault(FileHash) }.OfType<string>())
                names[uid] = new PodContainer(space, name, "");
            var status = pod.Status;
            foreach (var container in new[] { status?.ContainerStatuses, status?.InitContainerStatuses, status?.EphemeralContainerStatuses }
                .SelectMany(list => list ?? []))
                if (container?.ContainerID?.Split("://") is [_, { Length: > 0 } id])
                    names[id] = new PodContainer(space, name, container.Name ?? "");
        }
        return names;
    }
}

[JsonSerializable(typeof(PodList))]
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal sealed partial class PodLists : JsonSerializerContext;
