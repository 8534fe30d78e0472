using System.Globalization;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Serve;

namespace Lowtide.Tests.Live.Packages;

/// <summary>The image, as eng/image makes it, run by podman as packaging/kubernetes has it run.</summary>
[Collection(nameof(Alone))]
public sealed class ImageTests(ITestOutputHelper output) : IDisposable
{
    private const string Name = "lowtide-test", Uid = "2c48913c-b29f-11e7-9350-020968147796";

    private static readonly string Id = string.Concat(Enumerable.Repeat("9bca8d63", 8));

    /// <summary>linux/capability.h.</summary>
    private static readonly Dictionary<string, int> Numbers = new(StringComparer.Ordinal)
    {
        ["DAC_OVERRIDE"] = 1,
        ["DAC_READ_SEARCH"] = 2,
        ["SYS_PTRACE"] = 19,
        ["SYS_ADMIN"] = 21,
        ["CHECKPOINT_RESTORE"] = 40,
    };

    private readonly TempFolder _folder = new();
    private bool _isLoaded;

    public void Dispose()
    {
        if (_isLoaded)
            Podman("rm", "--all", "--force", "--time", "0");
        _folder.Dispose();
    }

    /// <summary>A server outside of it: what it shares takes sizes, page tables and memory to know, of root's processes; its limit the node's groups.</summary>
    [Theory, Trait("Scope", "Full")]
    [InlineData("base")]
    [InlineData("full")]
    public void It_serves_without_root_as_the_DaemonSet_runs_it(string tier)
    {
        Load();
        var cluster = RenderedCluster.Of(tier);
        var (container, user) = (cluster.Container, cluster.Pod.SecurityContext);
        var node = cluster.Pod.Volumes.Where(volume => volume.HostPath is not null)
            .Select(volume => $"--volume={volume.HostPath.Path}:{container.VolumeMounts.Single(mount => mount.Name == volume.Name).MountPath}:ro");
        using var group = MemoryGroup.Make(400 << 20, $"kubepods/burstable/pod{Uid}/{Id}");
        using var family = new SharingFamily(group.Folder, objects: 180_000);
        // Its own network, so that the port may be that of the cluster: nobody else has it there.
        Done(Run(
            ["--detach", "--name", Name, "--network=none", "--cgroupns=private", $"--user={user.RunAsUser}:{user.RunAsGroup}", "--env=NODE_NAME=node",
                $"--memory={container.Resources.Limits["memory"]}b", "--volume=history:/var/lib/lowtide", .. node,
                .. container.SecurityContext.AllowPrivilegeEscalation == true ? Array.Empty<string>() : ["--security-opt=no-new-privileges"]],
            container.SecurityContext.Capabilities.Add, [.. container.Args, "--interval=1s", "--cpu-share=100%"]));
        var pid = Done(Podman("inspect", "--format", "{{.State.Pid}}", Name)).Trim();
        foreach (var probe in new[] { container.StartupProbe, container.LivenessProbe, container.ReadinessProbe })
            Patience.Until(() => Asked(pid, probe.HttpGet.Path).ExitCode == 0 ? this : null, probe.HttpGet.Path);
        var place = $",pod_uid=\"{Uid}\",container_id=\"{Id}\"}} 1";
        var label = Patience.Until(
            () => Array.Find(Metrics(pid), line =>
                line.StartsWith("lowtide_family_info{family=", StringComparison.Ordinal) && line.EndsWith(place, StringComparison.Ordinal)),
            "the family by its pod").Split('"')[1];
        var shared = Patience.Until(() => Figure(pid, "lowtide_inherited_ratio", $"{label}\",part=\"shared"), "what the workers outside share");
        Assert.InRange(double.Parse(shared, CultureInfo.InvariantCulture), 0.5, 1);
        Assert.Equal($"{400 << 20}", Figure(pid, "lowtide_family_limit_bytes", label));
        // From 64 MiB on PSS is estimated of some of the pages, which takes their frames to know.
        var margin = Patience.Until(() => Figure(pid, "lowtide_process_pss_margin_bytes", $"{label}\",slot=\"0"), "PSS");
        Assert.Equal(tier == "full", margin != "0");
        output.WriteLine($"{Done(Podman("--version")).Trim()} with runc, {tier}: workers outside share {shared} of what they inherited, margin {margin}");

        var status = File.ReadAllText($"/proc/{pid}/status");
        Assert.Matches($@"\nUid:\t{user.RunAsUser}\t{user.RunAsUser}\t", status);
        Assert.Contains("\nNoNewPrivs:\t1\n", status, StringComparison.Ordinal); // the front says so itself
        var granted = container.SecurityContext.Capabilities.Add.Aggregate(0UL, (set, name) => set | (1UL << Numbers[name]));
        foreach (var set in new[] { "CapPrm", "CapEff", "CapBnd" })
            Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"\n{set}:\t{granted:x16}\n"), status, StringComparison.Ordinal);

        var password = Done(Podman("exec", Name, "/usr/bin/lowtide", "serve", "--password")).Trim();
        Assert.Equal(22, Asked(pid, "/").ExitCode); // curl: the answer is 400 or more
        Assert.Contains(label, Asked(pid, "/", "--user", $"any:{password}").Output, StringComparison.Ordinal);
        Done(Podman("stop", Name));
        Assert.Equal("0", Done(Podman("inspect", "--format", "{{.State.ExitCode}}", Name)).Trim());
    }

    /// <summary>A file whose capabilities were effective would not even start there.</summary>
    [Fact, Trait("Scope", "Full")]
    public void Without_any_capability_it_says_what_it_cannot_read()
    {
        Load();
        Assert.Contains("CAP_SYS_PTRACE", Done(Run(["--rm", "--network=none", "--security-opt=no-new-privileges"], [], ["ps"])), StringComparison.Ordinal);
        Assert.NotEqual(0, Run(["--rm", "--network=none", "--entrypoint=/bin/sh"], [], ["-c", "true"]).ExitCode);
    }

    [Fact, Trait("Scope", "Full")]
    public void It_has_its_bill_and_the_licences_of_all_that_it_brings()
    {
        Load();
        var bundle = _folder.File("bundle");
        Assert.Equal(0, Ran.Command(["tar", "-C", Directory.CreateDirectory(_folder.File("layout")).FullName, "-xf", Archive]).ExitCode);
        var unpacked = Ran.Command(["umoci", "unpack", "--image", $"{_folder.File("layout")}:lowtide:0.0.1", bundle]);
        Assert.True(unpacked.ExitCode == 0, unpacked.Error);
        var root = Path.Combine(bundle, "rootfs");
        var bill = File.ReadAllText(Path.Combine(root, "usr/share/doc/lowtide/lowtide.spdx.json"));
        foreach (var package in Directory.GetDirectories(Path.Combine(root, "usr/share/doc")).Select(Path.GetFileName).Where(name => name != "lowtide"))
        {
            Assert.Contains($"pkg:deb/debian/{Uri.EscapeDataString(package!)}@", bill, StringComparison.Ordinal);
            Assert.True(File.Exists(Path.Combine(root, "usr/share/doc", package!, "copyright")), package);
        }
        Assert.Contains("System.CommandLine", bill, StringComparison.Ordinal);
        Assert.DoesNotContain(Directory.GetFiles(root, "*", SearchOption.AllDirectories), file => File.GetUnixFileMode(file).HasFlag(UnixFileMode.SetUser));
    }

    /// <summary>
    /// runc, which gives a user other than root what a cluster gives it: podman adds ambient capabilities, containerd and CRI-O add none (CVE-2022-24769 took
    /// the inheritable ones away).
    /// </summary>
    private const string Runtime = """
        #!/bin/sh
        for word; do
            [ "$before" != --bundle ] || python3 -c '
        import json, sys
        with open(sys.argv[1]) as file: spec = json.load(file)
        for kind in "ambient", "inheritable": spec["process"]["capabilities"].pop(kind, None)
        with open(sys.argv[1], "w") as file: json.dump(spec, file)' "$word/config.json"
            before=$word
        done
        exec runc "$@"
        """;

    private string Archive => _folder.File("lowtide-0.0.1-oci.tar");

    private void Load()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "an image is made and run by root only");
        foreach (var program in new[] { "umoci", "podman", "runc", "curl" })
            Assert.SkipUnless(Ran.Command(["sh", "-c", $"command -v {program}"]).ExitCode == 0, $"{program} is not installed");
        BuildScript.Done("image", Built.Out, _folder.Path, "0.0.1");
        _isLoaded = true;
        File.SetUnixFileMode(_folder.File("runtime", Runtime), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Done(Podman("load", "--input", Archive));
        var tried = Run(["--rm", "--network=none"], [], ["--version"]);
        Assert.SkipUnless(tried.ExitCode == 0, $"podman runs nothing here: {tried.Error.Trim()}");
    }

    private static string Done(Ran ran)
    {
        Assert.True(ran.ExitCode == 0, ran.Error + ran.Output);
        return ran.Output;
    }

    /// <summary>A root that nobody writes to, and nothing written beside it but what is named, as in a pod.</summary>
    private Ran Run(string[] options, IEnumerable<string> capabilities, string[] arguments) => Podman(
    [
        "run", "--pid=host", "--read-only", "--read-only-tmpfs=false", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024",
        "--cap-drop=all", .. capabilities.Select(name => $"--cap-add={name}"), .. options, "localhost/lowtide:0.0.1",
        .. arguments,
    ]);

    /// <summary>With images and containers of its own.</summary>
    private Ran Podman(params string[] words) => Ran.Command(
    [
        "podman", "--root", _folder.File("images"), "--runroot", _folder.File("run"), "--tmpdir", _folder.File("tmp"), "--storage-driver=vfs",
        "--runtime", _folder.File("runtime"), "--cgroup-manager=cgroupfs", .. words,
    ]);

    private static string[] Metrics(string pid) => Asked(pid, "/metrics").Output.Split('\n');

    private static string? Figure(string pid, string metric, string family) => $"{metric}{{family=\"{family}\"}} " is var start
        ? Metrics(pid).FirstOrDefault(line => line.StartsWith(start, StringComparison.Ordinal))?[start.Length..] : null;

    /// <summary>As a kubelet does: it takes any certificate.</summary>
    private static Ran Asked(string pid, string path, params string[] options) =>
        Ran.Command(["nsenter", "-t", pid, "-n", "curl", "-fsSk", "-m", "5", .. options, $"https://127.0.0.1:9923{path}"]);
}
