using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

/// <summary>Paths as kubelet and the runtimes make them, and such as a container or a user could make to be taken for another.</summary>
public sealed class ContainerPathTests
{
    private const string Uid = "2c48913c-b29f-11e7-9350-020968147796", Slice = "2c48913c_b29f_11e7_9350_020968147796";

    private const string Hash = "a5363f4f31e043bdae3c93aca4991903";

    private static readonly string Id = string.Concat(Enumerable.Repeat("9bca8d63", 8)), Other = string.Concat(Enumerable.Repeat("0123abcd", 8));

    [Theory]
    [InlineData("0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podSLICE.slice/cri-containerd-ID.scope")]
    [InlineData("0::/kubepods.slice/kubepods-podSLICE.slice/cri-containerd-ID.scope")] // guaranteed
    [InlineData("0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podSLICE.slice/crio-ID.scope/container")]
    [InlineData("0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podSLICE.slice/docker-ID.scope")]
    [InlineData("9:name=systemd:/x\n4:memory:/kubepods/burstable/podUID/ID\n0::/")]
    [InlineData("4:memory:/kubepods/podUID/ID")]
    [InlineData("0::/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podSLICE.slice/cri-containerd-ID.scope")] // kind
    [InlineData("0::/system.slice/containerd.service/kubepods-burstable-podSLICE.slice:cri-containerd:ID")]
    [InlineData("0::/../../kubepods-burstable-podSLICE.slice/cri-containerd-ID.scope")] // from a container of its own cgroup namespace
    [InlineData("0::/../../../burstable/podUID/ID")]
    [InlineData("0::/kubepods/burstable/podUID/ID/init.scope/app.service")] // a container with systemd in it
    public void A_container_of_a_pod(string membership) => Assert.Equal((Id, Uid), Told(membership));

    [Fact]
    public void A_static_pod_is_named_by_a_hash() => Assert.Equal((Id, Hash), Told($"0::/kubepods/burstable/pod{Hash}/ID"));

    [Theory]
    [InlineData("0::/docker/ID")]
    [InlineData("0::/system.slice/docker-ID.scope")]
    [InlineData("0::/machine.slice/libpod-ID.scope/container")]
    [InlineData("0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope/container")]
    [InlineData("0::/../cri-containerd-ID.scope")] // another container of the reader's own pod
    [InlineData("0::/system.slice/docker-ID.scope/kubelet.slice/kubelet-podSLICE.slice/cri-containerd-OTHER.scope")] // what it made itself
    [InlineData("0::/user.slice/user-1000.slice/user@1000.service/kubepods-podSLICE.slice/cri-containerd-ID.scope")] // what a user made
    [InlineData("0::/system.slice/shop.service/kubepods-podSLICE.slice/cri-containerd-ID.scope")] // and what a service's user made
    public void A_container_of_no_pod(string membership) => Assert.Equal((Id, (string?)null), Told(membership));

    [Theory]
    [InlineData("0::/system.slice/shop.service")]
    [InlineData("0::/kubepods/burstable/podUID")] // the pod's own group
    [InlineData("0::/kubepods.slice/kubepods-podSLICE.slice/crio-conmon-ID.scope")]
    [InlineData("0::/machine.slice/libpod-conmon-ID.scope")]
    [InlineData("0::/docker/IDa")]
    [InlineData("0::/docker/ID\u001b[2J")]
    [InlineData("0::/docker/ID.scope.scope")]
    [InlineData("")]
    [InlineData("no colons")]
    [InlineData("0::")]
    public void No_container(string membership) => Assert.Null(Told(membership));

    /// <summary>The next one's name does not come from the one above.</summary>
    [Theory]
    [InlineData("0::/kubepods/podUIDa/ID")]
    [InlineData("0::/kubepods/podXUID/ID")]
    [InlineData("0::/kubepods/PODUID/ID")]
    [InlineData("0::/kubepods/podUID\u0001.slice/ID")]
    public void What_is_almost_a_pod_is_none(string membership) => Assert.Equal((Id, (string?)null), Told(membership));

    [Fact]
    public void A_path_without_an_end_takes_no_time()
    {
        var names = string.Concat(Enumerable.Repeat($"/{new string('a', 120)}-{new string('0', 130)}", 15_000));
        Assert.Null(ContainerPath.Of($"0::{names}"));
    }

    private static (string, string?)? Told(string membership) =>
        ContainerPath.Of(membership.Replace("SLICE", Slice).Replace("UID", Uid).Replace("ID", Id).Replace("OTHER", Other)) is { } told
            ? (told.Id, told.PodUid) : null;
}
