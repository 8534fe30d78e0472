using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Torture;

/// <summary>Every hostile program of targets before every verb that reads a target: it ends, in one line if it fails, and drives no terminal.</summary>
public sealed class HostileProgramsTests : IDisposable
{
    private const int Rounds = 2;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_verb_ends_and_drives_no_terminal()
    {
        var programs = Programs();
        using var bystander = Said.StartAny("many_workers.py", "2");
        var calls = Calls("", "").Length;
        var rack = new Rack("hostile programs before every verb", programs.Count, programs.Count * calls * Rounds);
        var number = 0;
        foreach (var (at, program) in programs.Index())
        {
            using var target = program();
            var pid = target.Said.TryGetProperty("pid", out var said) ? said.GetInt32() : target.Pid;
            for (var call = 0; call < (Rack.IsWhole ? calls * Rounds : 1); call++)
            {
                var words = Calls($"{pid}", $"{bystander.Pid}")[Rack.Turn(call + at, calls)];
                Bounded.Plain(rack, number, Bounded.Run(rack, number, [Built.Lowtide, .. words]));
                number++;
                File.Delete(Recording);
            }
        }
        rack.End();
    }

    private string Recording => _folder.File("x.lowtide");

    private string[][] Calls(string pid, string other) =>
    [
        ["ps", pid], ["ps"], ["ps", "--all"], ["ps", pid, "--json"], ["explain", pid], ["explain", pid, "--details"], ["explain", pid, "--json"],
        ["explain", pid, "--format", "markdown"], ["explain", pid, "--format", "html"], ["record", pid, "-d", "300ms", "-o", Recording],
        ["record", pid, "-d", "300ms", "--interval", "100ms", "-o", Recording, "--json"], ["faults", pid, "-d", "200ms"],
        ["faults", pid, "-d", "200ms", "--folded", "-"], ["remedies", pid], ["explain", pid, "--walk"], [], ["doctor"], ["compare", pid, other, "-d", "300ms"],
    ];

    private List<Func<Target>> Programs()
    {
        List<Func<Target>> programs =
        [
            () => Said.StartAny("hostile/names.py"),
            () => Said.StartAny("hostile/reserves.py", $"{1L << 46}", "2"),
            () => Said.StartAny("hostile/reserves.py", $"{1L << 46}", "1", "--no-access"),
            () => Said.StartAny("hostile_heap.py", "heads"),
            () => Said.StartAny("hostile_heap.py", "pools"),
            () => Said.StartAny("hostile_heap.py", "types"),
            () => Said.StartAny("changing_heap.py"),
            .. ((string[][])[["alternating", _folder.Path], ["doublemapper", _folder.Path], ["heap", "16384"], ["words"], ["paths", _folder.Path]])
                .Select(how => (Func<Target>)(() => Target.Start(CompiledTarget.Build("hostile/poses"), how))),
            .. ((string[])["silent", "garbage", "empty", "opened", "broken", "endless", "garbled", "told", "huge", "handed", "pipe", "link"])
                .Select(how => (Func<Target>)(() => Said.StartAny("hostile/port.py", _folder.Path, how))),
        ];
        // Only root mounts a FUSE file system, of which the kernel needs a device.
        if (Environment.UserName == "root" && File.Exists("/dev/fuse"))
            // Whoever reads the command line of one whose mappings are locked waits with it, as the tests beside this one do: in the rack alone.
            programs.AddRange((Rack.IsWhole ? (string[][])[[], ["lock"]] : [[]]).Select(how => (Func<Target>)(() => Target.Start("/usr/bin/python3",
                [Target.Path("hostile/stalls.py"), Directory.CreateDirectory(_folder.File("stalled/x")).FullName, "/usr/bin/python3", .. how]))));
        else
            TestContext.Current.SendDiagnosticMessage("without stalls.py: only root mounts a FUSE file system, of which this kernel needs a device");
        return programs;
    }
}
