using k8s.Models;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Packages;

/// <summary>packaging/kubernetes, as it comes out of <c>kubectl kustomize</c>. No cluster is asked: what one would say to it is not known here.</summary>
public sealed class KubernetesTests
{
    [Fact]
    public void It_is_permitted_what_the_service_is()
    {
        var cluster = RenderedCluster.Of("base");
        var (pod, container) = (cluster.Pod, cluster.Container);
        Assert.Equal(Capabilities("lowtide-serve.service"), container.SecurityContext.Capabilities.Add.Order(StringComparer.Ordinal));
        Assert.Equal(["ALL"], container.SecurityContext.Capabilities.Drop);
        Assert.True(pod.HostPID);
        Assert.True(pod.HostNetwork is null or false);
        Assert.True(pod.HostIPC is null or false);
        Assert.False(container.SecurityContext.Privileged);
        Assert.False(container.SecurityContext.AllowPrivilegeEscalation);
        Assert.True(container.SecurityContext.ReadOnlyRootFilesystem);
        Assert.True(pod.SecurityContext.RunAsNonRoot);
        Assert.NotEqual(0, pod.SecurityContext.RunAsUser);
        Assert.Equal("RuntimeDefault", pod.SecurityContext.SeccompProfile.Type);
        Assert.Contains("memory", container.Resources.Limits.Keys);
        Assert.Contains("ephemeral-storage", container.Resources.Limits.Keys);
        // Held up in the middle of a read it would hold up what it reads.
        Assert.DoesNotContain("cpu", container.Resources.Limits.Keys);
    }

    [Fact]
    public void The_full_tier_adds_what_full_conf_adds_and_a_container_can_use()
    {
        var (plain, full) = (RenderedCluster.Of("base"), RenderedCluster.Of("full"));
        var wanted = Capabilities("lowtide-serve.service").Union(Capabilities("full.conf")).Except(["SYSLOG"]).Order(StringComparer.Ordinal);
        Assert.Equal(wanted, full.Container.SecurityContext.Capabilities.Add.Order(StringComparer.Ordinal));
        // An API server refuses one that says false (ValidateSecurityContext, pkg/apis/core/validation).
        Assert.True(full.Container.SecurityContext.AllowPrivilegeEscalation);
        Assert.False(full.Container.SecurityContext.Privileged);
        Assert.Equal(plain.Container.Args, full.Container.Args);
        Assert.Equal(plain.Container.VolumeMounts.Select(mount => mount.MountPath), full.Container.VolumeMounts.Select(mount => mount.MountPath));
    }

    [Theory]
    [InlineData("base")]
    [InlineData("base", "certificate")]
    public void What_is_mounted_is_there(string above, params string[] components)
    {
        var cluster = RenderedCluster.Of(above, components);
        var maps = cluster.All<V1ConfigMap>().Select(map => map.Metadata.Name).ToList();
        Assert.Equal(cluster.Pod.Volumes.Select(volume => volume.Name).Order(), cluster.Container.VolumeMounts.Select(mount => mount.Name).Order());
        Assert.All(cluster.Pod.Volumes, volume =>
        {
            if (volume.ConfigMap is { } map)
                Assert.Contains(map.Name, maps);
            if (volume.Secret is { } secret) // that which its user brings: the component says so
                Assert.Equal(("certificate", "lowtide-tls"), (components.Single(), secret.SecretName));
            var mounted = cluster.Container.VolumeMounts.Single(mount => mount.Name == volume.Name);
            Assert.True(volume.HostPath is null || mounted.ReadOnlyProperty == true, volume.Name);
        });
        // Where it writes, and nowhere else.
        Assert.Equal(["/var/lib/lowtide"], cluster.Container.VolumeMounts.Where(mount => mount.ReadOnlyProperty != true).Select(mount => mount.MountPath));
    }

    [Theory]
    [InlineData("base")]
    [InlineData("base", "certificate", "pod-monitor")]
    public void All_name_one_port_and_one_set_of_pods(string above, params string[] components)
    {
        var cluster = RenderedCluster.Of(above, components);
        var container = cluster.Container;
        var port = Assert.Single(container.Ports);
        var listen = Assert.Single(container.Args, word => word.StartsWith("--listen=", StringComparison.Ordinal));
        Assert.EndsWith($":{port.ContainerPort}", listen, StringComparison.Ordinal);
        Assert.All(new[] { container.StartupProbe, container.LivenessProbe, container.ReadinessProbe }, probe =>
        {
            Assert.Equal((port.Name, "HTTPS"), (probe.HttpGet.Port.Value, probe.HttpGet.Scheme));
            Assert.StartsWith("/-/", probe.HttpGet.Path, StringComparison.Ordinal);
        });
        Assert.Equal(port.Name, Assert.Single(cluster.The<V1Service>().Spec.Ports).TargetPort.Value);
        Assert.Equal(port.Name, Assert.Single(Assert.Single(cluster.The<V1NetworkPolicy>().Spec.Ingress).Ports).Port.Value);
        var labels = cluster.The<V1DaemonSet>().Spec.Template.Metadata.Labels;
        Assert.Equal(labels, cluster.The<V1DaemonSet>().Spec.Selector.MatchLabels);
        Assert.Equal(labels, cluster.The<V1Service>().Spec.Selector);
        Assert.Equal(labels, cluster.The<V1NetworkPolicy>().Spec.PodSelector.MatchLabels);
        foreach (var monitor in cluster.All<PodMonitor>())
        {
            Assert.Equal(labels, monitor.Spec.Selector.MatchLabels);
            var endpoint = Assert.Single(monitor.Spec.PodMetricsEndpoints);
            Assert.Equal((port.Name, "https", true), (endpoint.Port, endpoint.Scheme, endpoint.HonorLabels));
        }
        Assert.Equal(components.Contains("pod-monitor") ? 1 : 0, cluster.All<PodMonitor>().Count());
    }

    [Fact]
    public void Its_account_may_list_pods_and_nothing_else()
    {
        var cluster = RenderedCluster.Of("base");
        var rule = Assert.Single(cluster.The<V1ClusterRole>().Rules);
        Assert.Equal(("", "pods", "get list"), (Assert.Single(rule.ApiGroups), Assert.Single(rule.Resources), string.Join(' ', rule.Verbs)));
        var binding = cluster.The<V1ClusterRoleBinding>();
        Assert.Equal(cluster.The<V1ClusterRole>().Metadata.Name, binding.RoleRef.Name);
        var account = cluster.The<V1ServiceAccount>().Metadata;
        var subject = Assert.Single(binding.Subjects);
        Assert.Equal((account.Name, account.NamespaceProperty), (subject.Name, subject.NamespaceProperty));
        Assert.Equal(account.Name, cluster.Pod.ServiceAccountName);
        Assert.Equal(account.NamespaceProperty, cluster.The<V1Namespace>().Metadata.Name);
        Assert.Contains(cluster.Container.Env, one => one.Name == "NODE_NAME" && one.ValueFrom.FieldRef.FieldPath == "spec.nodeName");
    }

    /// <summary>Those of the container, and each setting that stands in the file as an example.</summary>
    [Theory]
    [InlineData("base")]
    [InlineData("base", "certificate")]
    public void The_program_takes_its_arguments_and_its_file(string above, params string[] components)
    {
        var cluster = RenderedCluster.Of(above, components);
        using var folder = new TempFolder();
        var settings = Assert.Single(cluster.The<V1ConfigMap>().Data);
        Assert.Equal("serve.yaml", settings.Key);
        var file = folder.File("serve.yaml", string.Join('\n', settings.Value.Split('\n').Select(line => IsExample(line) ? line[1..] : line)));
        var asked = Ran.Lowtide([.. cluster.Container.Args, "--config", file, "--write-rules"]);
        Assert.True(asked.ExitCode == 0, asked.Error);
        var check = Ran.Lowtide("serve", "--config", file, "--check");
        Assert.True(check.ExitCode == 0, check.Output);
        Assert.Equal(2, Ran.Lowtide([.. cluster.Container.Args.Where(word => !word.StartsWith("--tls", StringComparison.Ordinal)), "--write-rules"]).ExitCode);
    }

    [Fact]
    public void Its_image_is_of_this_version()
    {
        var version = File.ReadLines(Path.Combine(Built.Root, "Directory.Build.props"))
            .Single(line => line.Contains("<VersionPrefix>", StringComparison.Ordinal)).Split('<', '>')[2];
        Assert.Equal($"lowtide:{version}", RenderedCluster.Of("base").Container.Image);
    }

    /// <summary>What follows the sign is no sentence.</summary>
    private static bool IsExample(string line) => line is ['#', ' ', ' ', ..] || (line is ['#', var first, ..] && char.IsAsciiLetterLower(first));

    private static List<string> Capabilities(string unit) => [.. File.ReadLines(Path.Combine(Built.Root, "packaging", unit))
        .Single(line => line.StartsWith("AmbientCapabilities=", StringComparison.Ordinal)).Split('=')[1].Split(' ')
        .Select(name => name["CAP_".Length..]).Order(StringComparer.Ordinal)];
}
