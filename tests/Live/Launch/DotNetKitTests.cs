using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Launch;

/// <summary>Settings of .NET's collector, on a program that says itself what they are.</summary>
public sealed class DotNetKitTests
{
    private static string Program => CompiledDotNet.Build("says_its_collector");

    /// <summary>What the kit notes is what the program would have said, name by name.</summary>
    [Fact]
    public void What_the_runtime_says_is_read_from_outside()
    {
        using var target = Start("dotnet.concurrent-off");
        var noted = Look(target.Pid).Master!.Notes!.Settings;
        Assert.All(target.Said.EnumerateObject(), said => Assert.Equal((said.Name, said.Value.GetString()), (said.Name, noted[said.Name])));
        Assert.Contains(Environment.Version.ToString(), noted["FrameworkDescription"]);
        Assert.True(long.Parse(noted["HighMemoryLoadThresholdBytes"]) > 0);
    }

    public static TheoryData<string> Remedies => new(RemedyCatalogue.All.OfType<DotNetRemedy>().Select(remedy => remedy.Id));

    /// <summary>The runtime took each of them, as it says itself; but of what it leaves out.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void Each_remedy_takes_effect(string id)
    {
        Assert.SkipWhen(Environment.ProcessorCount == 1, "on one processor there is no server collection");
        var remedy = (DotNetRemedy)RemedyCatalogue.Find(id)!;
        using var target = id is "dotnet.workstation-gc" ? Start(id) : Start(id, "dotnet.server-gc");
        Assert.Equal(remedy.Noted is null ? null : true, remedy.TookEffect(Look(target.Pid).Master!));
        Assert.Equal(id != "dotnet.workstation-gc", bool.Parse(target.Said.GetProperty("IsServerGC").GetString()!));
    }

    /// <summary>Without any of them none is on that is not the runtime's default.</summary>
    [Fact]
    public void None_is_seen_that_is_not_there()
    {
        using var target = Start("dotnet.retain-vm");
        var process = Look(target.Pid).Master!;
        string[] byDefault = ["dotnet.retain-vm", "dotnet.workstation-gc", "dotnet.concurrent-on"];
        var on = RemedyCatalogue.All.OfType<DotNetRemedy>().Where(each => each.TookEffect(process) == true).Select(each => each.Id);
        Assert.Equal(byDefault.Order(), on.Order());
        Assert.Contains("workstation's", new HeapCount().Refusal(Made(process)));
    }

    /// <summary>Through a shell, so that nobody reads the program's file before: only the running process tells that they mean nothing.</summary>
    [Fact]
    public void Heaps_under_workstation_collection_are_not_on()
    {
        using var target = Target.Start(
            Built.Lowtide, ["run", "--remedy", "dotnet.heap-count", "--", "/bin/sh", "-c", "exec dotnet \"$0\"", Program]);
        Assert.False(new HeapCount().TookEffect(Look(target.Pid).Master!));
        var refused = Ran.Command([Built.Lowtide, "run", "--remedy", "dotnet.heap-count", "--", "dotnet", Program], ("DOTNET_gcServer", "0"));
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("dotnet.heap-count would have no effect: it is for server garbage collection", refused.ErrorLine);
    }

    /// <summary>The program's file tells before the start, but for another remedy that switches server collection on.</summary>
    [Fact]
    public void Heaps_for_a_program_of_workstation_collection_are_refused_before_the_start()
    {
        var refused = Ran.Lowtide("run", "--remedy", "dotnet.heap-count", "--", "dotnet", Program);
        Assert.Equal((Failure.Failed, ""), (refused.ExitCode, refused.Output));
        Assert.Contains("dotnet.heap-count would have no effect: it is for server garbage collection, and by its runtimeconfig.json", refused.ErrorLine);
        Assert.Contains("add dotnet.server-gc, or leave the remedy out", refused.ErrorLine);
        var ran = Ran.Lowtide("run", "--remedy", "dotnet.heap-count", "--remedy", "dotnet.server-gc", "--", "dotnet", Program);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
    }

    [Fact]
    public void Another_startup_hook_still_runs()
    {
        using var folder = new TempFolder();
        var other = Path.Combine(folder.Path, "other.dll");
        CompiledDotNet.Compile(
            folder.File("other.cs", "internal static class StartupHook { public static void Initialize() => System.Console.WriteLine(\"other hook\"); }"),
            other, "library");
        string[] words = [Built.Lowtide, "run", "--remedy", "dotnet.retain-vm", "--", "dotnet", Program];
        var ran = Ran.Command(words, ("DOTNET_STARTUP_HOOKS", other));
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        Assert.StartsWith("other hook\n{", ran.Output);
        Assert.Contains("\"RetainVM\":\"True\"", ran.Output);
    }

    /// <summary>As a trimmed program has them: the setting holds, and nobody can say so from outside.</summary>
    [Fact]
    public void Startup_hooks_that_are_switched_off_leave_what_was_requested_unknown()
    {
        using var folder = new TempFolder();
        var assembly = Path.Combine(folder.Path, "program.dll");
        File.Copy(Program, assembly);
        File.WriteAllText(
            Path.ChangeExtension(assembly, ".runtimeconfig.json"),
            File.ReadAllText(Path.ChangeExtension(Program, ".runtimeconfig.json"))
                .Replace("\"framework\":", "\"configProperties\":{\"System.StartupHookProvider.IsSupported\":false},\"framework\":"));
        using var target = Target.Start(Built.Lowtide, ["run", "--remedy", "dotnet.retain-vm", "--", "dotnet", assembly]);
        Assert.Equal("True", target.Said.GetProperty("RetainVM").GetString());
        var process = Look(target.Pid).Master!;
        Assert.Null(process.Notes);
        Assert.Null(new RetainVm().TookEffect(process));
    }

    private static Target Start(params string[] remedies) => Target.Start(
        Built.Lowtide, ["run", .. remedies.SelectMany(remedy => (string[])["--remedy", remedy]), "--", "dotnet", Program]);

    private static FamilySnapshot Made(Member process) => new(DateTimeOffset.UnixEpoch, "program", process with
    {
        Runtime = new RuntimeFacts("dotnet", null, null),
    }, [], null);

    private static FamilySnapshot Look(int pid) => FamilyCapture.Take(
        FamilyLookup.Find($"{pid}"), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot;
}
