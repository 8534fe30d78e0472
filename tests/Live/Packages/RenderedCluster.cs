using k8s;
using k8s.Models;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>What <c>kubectl kustomize</c> makes of packaging/kubernetes, read by the types of Kubernetes' own client.</summary>
internal sealed class RenderedCluster
{
    public static readonly string Folder = Path.Combine(Built.Root, "packaging", "kubernetes");

    private readonly IReadOnlyList<object> _objects;

    private static readonly Dictionary<string, Type> Others = new(StringComparer.Ordinal) { ["monitoring.coreos.com/v1/PodMonitor"] = typeof(PodMonitor) };

    private RenderedCluster(string text) => _objects = KubernetesYaml.LoadAllFromString(text, Others, strict: true);

    /// <param name="above">"base" or "full".</param>
    /// <param name="components">Folders beside it that are added.</param>
    public static RenderedCluster Of(string above, params string[] components)
    {
        Assert.SkipUnless(File.Exists("/usr/bin/kubectl") || Ran.Command(["sh", "-c", "command -v kubectl"]).ExitCode == 0, "kubectl is not installed");
        using var folder = new TempFolder();
        var target = Path.Combine(Folder, above);
        if (components.Length > 0)
        {
            string Relative(string name) => Path.GetRelativePath(folder.Path, Path.Combine(Folder, name));
            folder.File("kustomization.yaml",
                $"resources:\n- {Relative(above)}\ncomponents:\n{string.Concat(components.Select(name => $"- {Relative(name)}\n"))}");
            target = folder.Path;
        }
        var rendered = Ran.Command(["kubectl", "kustomize", target]);
        // Kubernetes before 1.21, as Debian 12 has it, knows no patches by path and no components (kustomize 2.0).
        var isOld = rendered.Error.Contains(above == "base" ? "unknown field \"components\"" : "patchesStrategicMerge", StringComparison.Ordinal);
        Assert.SkipWhen(isOld, "kubectl is older than 1.21, and renders the base alone");
        Assert.True(rendered.ExitCode == 0, rendered.Error);
        return new RenderedCluster(rendered.Output);
    }

    public T The<T>() => Assert.Single(_objects.OfType<T>());

    public IEnumerable<T> All<T>() => _objects.OfType<T>();

    public V1PodSpec Pod => The<V1DaemonSet>().Spec.Template.Spec;

    public V1Container Container => Assert.Single(Pod.Containers);
}

/// <summary>Of a kind that Kubernetes itself does not have, what is looked at (https://prometheus-operator.dev/docs/api-reference/api/).</summary>
internal sealed class PodMonitor
{
    public string ApiVersion { get; set; } = "";

    public string Kind { get; set; } = "";

    public V1ObjectMeta Metadata { get; set; } = new();

    public PodMonitorSpec Spec { get; set; } = new();
}

internal sealed class PodMonitorSpec
{
    public V1LabelSelector Selector { get; set; } = new();

    public IList<PodMetricsEndpoint> PodMetricsEndpoints { get; set; } = [];
}

internal sealed class PodMetricsEndpoint
{
    public string Port { get; set; } = "";

    public string Scheme { get; set; } = "";

    public string Interval { get; set; } = "";

    public bool HonorLabels { get; set; }

    public IDictionary<string, object> TlsConfig { get; set; } = new Dictionary<string, object>(StringComparer.Ordinal);
}
