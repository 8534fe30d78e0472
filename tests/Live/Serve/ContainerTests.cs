using System.Globalization;
using Lowtide.Tests.Live.DotNet;

namespace Lowtide.Tests.Live.Serve;

/// <summary>A server in a group of the kernel's that is named as a container's in a pod, and a cluster that knows the pod.</summary>
[Collection(nameof(Alone))]
public sealed class ContainerTests : IDisposable
{
    private const string Uid = "2c48913c-b29f-11e7-9350-020968147796";

    private static readonly string Id = string.Concat(Enumerable.Repeat("9bca8d63", 8));

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>The account of a pod lies where it lies for any: /run is another for the program.</summary>
    private const string Mounted = """
        mount -t tmpfs tmpfs /run && mkdir -p /run/secrets/kubernetes.io && cp -r "$0" /run/secrets/kubernetes.io/serviceaccount && exec "$@"
        """;

    [Fact]
    public void A_pod_has_its_name_from_the_cluster()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "mounts the account of a pod, as root only");
        using var group = MemoryGroup.Make(400 << 20, $"kubepods/burstable/pod{Uid}/{Id}");
        using var family = new SharingFamily(group.Folder);
        using var cluster = new ClusterStandIn
        {
            Pods = $$$"""
                {"items": [{"metadata": {"name": "web-1", "namespace": "shop", "uid": "{{{Uid}}}"},
                 "status": {"containerStatuses": [{"name": "app", "containerID": "containerd://{{{Id}}}"}]}}]}
                """,
        };
        using var serve = InPod(cluster, cluster.Pem);
        var info = Info(serve, family.Pid, "pod=\"web-1\"");
        Assert.Contains($"namespace=\"shop\",pod=\"web-1\",container=\"app\",pod_uid=\"{Uid}\",container_id=\"{Id}\"", info, StringComparison.Ordinal);
        Assert.Equal("GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-7&resourceVersion=0 HTTP/1.1", Assert.Single(cluster.Asked));
    }

    [Fact]
    public void A_cluster_that_says_no_is_named_and_uids_stay()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "mounts the account of a pod, as root only");
        using var group = MemoryGroup.Make(400 << 20, $"kubepods/burstable/pod{Uid}/{Id}");
        using var family = new SharingFamily(group.Folder);
        using var cluster = new ClusterStandIn();
        using var serve = InPod(cluster, cluster.Pem);
        Assert.Contains("answered 403", serve.WaitForLine(line => line.StartsWith("pods have no names", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Contains($"pod=\"\",container=\"\",pod_uid=\"{Uid}\",container_id=\"{Id}\"", Info(serve, family.Pid, ""), StringComparison.Ordinal);
    }

    /// <summary>Nobody else gets the token: that one here has another to vouch for it.</summary>
    [Fact]
    public void Who_poses_as_the_cluster_is_not_asked()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "mounts the account of a pod, as root only");
        using var group = MemoryGroup.Make(400 << 20, $"kubepods/burstable/pod{Uid}/{Id}");
        using var family = new SharingFamily(group.Folder);
        using var other = new ClusterStandIn();
        using var cluster = new ClusterStandIn { Pods = "{}" };
        using var serve = InPod(cluster, other.Pem);
        serve.WaitForLine(line => line.StartsWith("pods have no names: the cluster is not heard", StringComparison.Ordinal));
        Assert.Empty(cluster.Asked);
    }

    /// <summary>As in a pod: its own group is the root of all that it sees, and the node's groups are mounted beside it.</summary>
    private const string InNamespace = """
        echo $$ > "$0/cgroup.procs" && exec unshare --cgroup --mount sh -c '
        mkdir -p "$0" && { mount -t cgroup -o memory none "$0" 2>/dev/null || mount -t cgroup2 none "$0"; } && exec "$@"' "$LOWTIDE_TEST_MOUNT" "$@"
        """;

    [Fact]
    public void From_a_cgroup_namespace_of_its_own_it_sees_the_limit_of_others()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "makes a cgroup namespace, as root only");
        using var group = MemoryGroup.Make(400 << 20, $"kubepods/burstable/pod{Uid}/{Id}");
        var own = Path.GetFullPath(Path.Combine(group.Folder, "../../../besteffort/podA/a"));
        Directory.CreateDirectory(own);
        using var family = new SharingFamily(group.Folder);
        using var serve = new ServeProcess(
            [$"LOWTIDE_TEST_MOUNT={_folder.File("groups")}", "sh", "-c", InNamespace, own], _folder.File("history"), []);
        var label = serve.Label(family.Pid);
        Assert.Contains($"\nlowtide_family_limit_bytes{{family=\"{label}\"}} {400 << 20}\n", serve.Metrics, StringComparison.Ordinal);
        Assert.StartsWith("lowtide_", Info(serve, family.Pid, $"pod_uid=\"{Uid}\",container_id=\"{Id}\""), StringComparison.Ordinal);
        Assert.Matches(@":memory:/\.\./\.\./\.\./burstable/|0::/\.\./\.\./\.\./burstable/", Seen(serve.Pid, family.Pid));
    }

    /// <summary>What the program reads of another's groups.</summary>
    private static string Seen(int reader, int pid) => Launch.Ran.Command(["nsenter", "-t", $"{reader}", "-C", "cat", $"/proc/{pid}/cgroup"]).Output;

    private static string Info(ServeProcess serve, int pid, string with)
    {
        var label = serve.Label(pid);
        return Patience.Until(() => serve.Metrics.Split('\n').FirstOrDefault(line =>
            line.StartsWith($"lowtide_family_info{{family=\"{label}\"", StringComparison.Ordinal) && line.Contains(with, StringComparison.Ordinal)), "the pod");
    }

    private ServeProcess InPod(ClusterStandIn cluster, string pem)
    {
        var account = Directory.CreateDirectory(_folder.File("account")).FullName;
        File.WriteAllText(Path.Combine(account, "token"), ClusterStandIn.Token + "\n");
        File.WriteAllText(Path.Combine(account, "ca.crt"), pem);
        return new ServeProcess(
            [
                "KUBERNETES_SERVICE_HOST=127.0.0.1", string.Create(CultureInfo.InvariantCulture, $"KUBERNETES_SERVICE_PORT={cluster.Port}"), "NODE_NAME=node-7",
                "unshare", "-m", "sh", "-c", Mounted, account,
            ],
            _folder.File("history"), []);
    }
}
