namespace Lowtide.Serve.Pods;

/// <summary>What a cluster calls a container. A pod that is made anew has another name.</summary>
/// <param name="Container">Empty where the pod is known, and which container of it is not.</param>
internal sealed record PodContainer(string Namespace, string Pod, string Container);
