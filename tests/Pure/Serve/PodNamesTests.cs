using System.Text.Json;
using Lowtide.Recordings.Watching;
using Lowtide.Serve.Pods;

namespace Lowtide.Tests.Pure.Serve;

public sealed class PodNamesTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>As a cluster answers: much more than is asked for, and less where a container is not made yet.</summary>
    private const string Answer = """
        {"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": [
          {"metadata": {"name": "web-1", "namespace": "shop", "uid": "u-web", "labels": {"app": "web"}}, "spec": {"nodeName": "n", "containers": [{}]},
           "status": {"phase": "Running", "containerStatuses": [{"name": "app", "containerID": "containerd://c-app", "ready": true}, {"name": "side"}],
            "initContainerStatuses": [{"name": "init", "containerID": "containerd://c-init"}]}},
          {"metadata": {"name": "etcd-n", "namespace": "kube-system", "uid": "u-mirror", "annotations": {"kubernetes.io/config.hash": "h-etcd"}},
           "status": {"containerStatuses": [{"name": "etcd", "containerID": "cri-o://c-etcd"}]}},
          {"metadata": {"name": "new", "namespace": "shop", "uid": "u-new"}}, {"metadata": null}, null, {}]}
        """;

    private static readonly PodList Told = JsonSerializer.Deserialize(Answer, PodLists.Default.PodList)!;

    [Theory]
    [InlineData("c-app", "u-web", "shop/web-1/app")]
    [InlineData("c-init", "u-web", "shop/web-1/init")]
    [InlineData("c-app", null, "shop/web-1/app")]
    [InlineData("c-later", "u-web", "shop/web-1/")]
    [InlineData("c-etcd", "h-etcd", "kube-system/etcd-n/etcd")]
    [InlineData("c-pause", "h-etcd", "kube-system/etcd-n/")]
    [InlineData("c-new", "u-new", "shop/new/")]
    [InlineData("c-else", "u-else", null)]
    [InlineData("c-else", null, null)]
    public async Task A_name_by_container_or_by_pod(string id, string? uid, string? name)
    {
        var names = new PodNames(_ => Task.FromResult(Told), TimeProvider.System);
        await names.KeepAsync([Family("c-app", "u-web")], TestContext.Current.CancellationToken);
        Assert.Equal(name, names.Of(new WatchedContainer(id, uid)) is { } told ? $"{told.Namespace}/{told.Pod}/{told.Container}" : null);
    }

    [Fact]
    public async Task What_nobody_knows_is_asked_for_more_and_more_seldom()
    {
        var (asked, time) = (new List<double>(), new SetTime());
        var names = new PodNames(_ => Ask(), time);
        for (; time.Seconds < 7_200; time.Seconds += 10)
            await names.KeepAsync([Family("c-else", "u-else"), .. time.Seconds >= 1_000 ? [Family("c-later", "u-later")] : Array.Empty<WatchedFamily>()],
                TestContext.Current.CancellationToken);
        // Who comes at 1,000 is asked for at once, 530 seconds after the last time.
        Assert.Equal([0, 60, 180, 420, 900, 1_000, 1_060, 1_180, 1_420, 1_900, 2_860, 4_660, 6_460], asked);

        Task<PodList> Ask()
        {
            asked.Add(time.Seconds);
            return Task.FromResult(Told);
        }
    }

    [Fact]
    public async Task Nobody_is_asked_for_what_is_in_no_pod_or_has_its_name()
    {
        var asked = 0;
        var names = new PodNames(_ => Task.FromResult(asked++ < 0 ? null! : Told), new SetTime());
        await names.KeepAsync([Family("c-docker", null)], TestContext.Current.CancellationToken);
        Assert.Equal(0, asked);
        for (var look = 0; look < 3; look++)
            await names.KeepAsync([Family("c-app", "u-web")], TestContext.Current.CancellationToken);
        Assert.Equal(1, asked);
    }

    [Theory]
    [InlineData("KUBERNETES_SERVICE_HOST=127.0.0.1,KUBERNETES_SERVICE_PORT=443,NODE_NAME=n", "ca.crt is no certificate")]
    [InlineData("KUBERNETES_SERVICE_HOST=127.0.0.1,KUBERNETES_SERVICE_PORT=443", "NODE_NAME is not set")]
    [InlineData("KUBERNETES_SERVICE_HOST=a/b@c,KUBERNETES_SERVICE_PORT=443,NODE_NAME=n", "KUBERNETES_SERVICE_HOST or")]
    [InlineData("KUBERNETES_SERVICE_HOST=127.0.0.1,KUBERNETES_SERVICE_PORT=443x,NODE_NAME=n", "KUBERNETES_SERVICE_HOST or")]
    [InlineData("NODE_NAME=n", null)]
    public void What_is_missing_is_said_inside_a_cluster(string variables, string? why)
    {
        File.WriteAllText(_folder.File("token"), "t");
        File.WriteAllText(_folder.File("ca.crt"), "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");
        var given = variables.Split(',').Select(word => word.Split('=')).ToDictionary(word => word[0], word => word[1], StringComparer.Ordinal);
        Assert.Null(ClusterAccount.Find(given.GetValueOrDefault, _folder.Path, out var said));
        Assert.True(why is null ? said is null : said?.Contains(why, StringComparison.Ordinal) == true, said);
    }

    private static WatchedFamily Family(string id, string? uid) => new(id, "app", []) { Image = (1, 1, 1), Container = new WatchedContainer(id, uid) };

    private sealed class SetTime : TimeProvider
    {
        public double Seconds { get; set; }

        public override long GetTimestamp() => (long)(Seconds * TimestampFrequency);
    }
}
