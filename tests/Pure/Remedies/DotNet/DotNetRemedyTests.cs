using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies.DotNet;

public sealed class DotNetRemedyTests
{
    /// <summary>The runtime reads its environment as hexadecimal: 80 percent is 50 there, and 64 MiB is 4000000.</summary>
    [Theory]
    [InlineData("dotnet.server-gc", "DOTNET_gcServer", "1", "true")]
    [InlineData("dotnet.workstation-gc", "DOTNET_gcServer", "0", "false")]
    [InlineData("dotnet.concurrent-on", "DOTNET_gcConcurrent", "1", "true")]
    [InlineData("dotnet.concurrent-off", "DOTNET_gcConcurrent", "0", "false")]
    [InlineData("dotnet.conserve-memory", "DOTNET_GCConserveMemory", "7", "7")]
    [InlineData("dotnet.heap-count", "DOTNET_GCHeapCount", "2", "2")]
    [InlineData("dotnet.datas-off", "DOTNET_GCDynamicAdaptationMode", "0", "0")]
    [InlineData("dotnet.datas-on", "DOTNET_GCDynamicAdaptationMode", "1", "1")]
    [InlineData("dotnet.hard-limit-percent", "DOTNET_GCHeapHardLimitPercent", "50", "80")]
    [InlineData("dotnet.high-memory-percent", "DOTNET_GCHighMemPercent", "61", "97")]
    [InlineData("dotnet.gen0-size", "DOTNET_GCgen0size", "4000000", null)] // in the environment only
    [InlineData("dotnet.retain-vm", "DOTNET_GCRetainVM", "1", "true")]
    [InlineData("dotnet.loh-threshold", "DOTNET_GCLOHThreshold", "F4240", "1000000")]
    [InlineData("dotnet.loh-wait-percent", "DOTNET_UOHWaitBGCSizeIncPercent", "3E8", "1000")]
    public void Sets_one_variable_and_names_the_same_setting_of_the_programs_files(string id, string variable, string value, string? option)
    {
        var remedy = RemedyCatalogue.Find(id)!;
        Assert.Equal([KeyValuePair.Create(variable, value)], remedy.Launch.Environment);
        Assert.Equal(Kit.DotNet, remedy.Launch.Kits.Single());
        Assert.Equal(option, remedy.Permanent.Option?.Value);
        Assert.Contains($"{variable}={value}", remedy.Summary);
    }

    [Theory]
    [InlineData("dotnet.server-gc", "ServerGC", "True", true)]
    [InlineData("dotnet.server-gc", "ServerGC", "False", false)]
    [InlineData("dotnet.workstation-gc", "ServerGC", "False", true)]
    [InlineData("dotnet.hard-limit-percent", "GCHeapHardLimitPercent", "80", true)]
    [InlineData("dotnet.hard-limit-percent", "GCHeapHardLimitPercent", "50", false)]
    public void Is_on_where_the_runtime_says_so(string id, string name, string value, bool? on) =>
        Assert.Equal(on, RemedyCatalogue.Find(id)!.TookEffect(Noted((name, value))));

    public static TheoryData<string> NotedOnes => Those(remedy => remedy.Noted is not null);

    [Theory, MemberData(nameof(NotedOnes))]
    public void Each_is_on_where_its_own_value_is_noted_under_its_name(string id)
    {
        var remedy = (DotNetRemedy)RemedyCatalogue.Find(id)!;
        var value = remedy.Permanent.Option!.Value;
        Assert.True(remedy.TookEffect(Noted((remedy.Noted!, value))));
        Assert.False(remedy.TookEffect(Noted((remedy.Noted!, "1" + value))));
        Assert.Null(remedy.TookEffect(Noted(("SomethingElse", value))));
    }

    /// <summary>What was asked for is not what came of it: on one processor there is no server collection.</summary>
    [Theory]
    [InlineData("dotnet.server-gc", "DOTNET_gcServer", "1", null)]
    [InlineData("dotnet.server-gc", "DOTNET_gcServer", "0x0", false)]
    [InlineData("dotnet.hard-limit-percent", "DOTNET_GCHeapHardLimitPercent", "0x50", null)]
    [InlineData("dotnet.hard-limit-percent", "DOTNET_GCHeapHardLimitPercent", "80", false)]
    [InlineData("dotnet.gen0-size", "DOTNET_GCgen0size", "4000000", null)]
    [InlineData("dotnet.heap-count", "DOTNET_gcServer", "0", false)]
    [InlineData("dotnet.heap-count", "COMPlus_gcServer", "0", false)]
    [InlineData("dotnet.loh-threshold", "COMPlus_GCLOHThreshold", "10000", false)]
    public void Is_no_more_than_requested_where_nobody_asked_the_runtime(string id, string variable, string value, bool? on)
    {
        var member = Process with { Settings = new Dictionary<string, string> { [variable] = value } };
        Assert.Equal(on, RemedyCatalogue.Find(id)!.TookEffect(member));
        Assert.Null(RemedyCatalogue.Find(id)!.TookEffect(Process));
    }

    public static TheoryData<string> OfServers => Those(remedy => remedy.OnlyUnderServer);

    [Theory, MemberData(nameof(OfServers))]
    public void What_only_server_collection_obeys_is_refused_under_the_workstations(string id)
    {
        var remedy = (DotNetRemedy)RemedyCatalogue.Find(id)!;
        Assert.Contains("runs the workstation's", remedy.Refusal(MadeFamilies.Family(Noted(("IsServerGC", "False")))));
        Assert.Null(remedy.Refusal(MadeFamilies.Family(Noted(("IsServerGC", "True")))));
        Assert.Null(remedy.CannotTell(MadeFamilies.Family(Noted(("IsServerGC", "True")))));
        Assert.Null(remedy.Refusal(MadeFamilies.Family(Process)));
        Assert.Contains("not known", remedy.CannotTell(MadeFamilies.Family(Process)));
        // Even where the setting itself is what was asked for.
        Assert.False(remedy.TookEffect(Noted(("IsServerGC", "False"), (remedy.Noted!, remedy.Permanent.Option!.Value))));
        Assert.Contains("DOTNET_gcServer=0", remedy.RefusalAtLaunch(new Dictionary<string, string> { ["DOTNET_gcServer"] = "0" }, ["server"]));
        Assert.Contains("COMPlus_gcServer=0", remedy.RefusalAtLaunch(new Dictionary<string, string> { ["COMPlus_gcServer"] = "0" }, ["server"]));
        Assert.Null(remedy.RefusalAtLaunch(new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["COMPlus_gcServer"] = "0" }, ["server"]));
        Assert.Null(remedy.RefusalAtLaunch(new Dictionary<string, string>(), ["server"]));
    }

    /// <summary>Who listened to the runtime has heard some of its settings, gen0-size among them, which the kit cannot tell.</summary>
    [Theory]
    [InlineData("dotnet.gen0-size", true)]
    [InlineData("dotnet.loh-threshold", false)]
    [InlineData("dotnet.high-memory-percent", true)]
    [InlineData("dotnet.concurrent-off", true)]
    [InlineData("dotnet.concurrent-on", false)]
    [InlineData("dotnet.server-gc", false)]
    [InlineData("dotnet.workstation-gc", true)]
    [InlineData("dotnet.heap-count", false)] // under workstation collection
    [InlineData("dotnet.conserve-memory", null)] // which the runtime does not tell
    public void Is_on_where_a_trace_told_so(string id, bool? on)
    {
        var told = Process with { DotNet = new DotNetSettings(0, 85_000, 0, 64 << 20, 0, 97, Concurrent: false, LargePages: false, Server: false) };
        Assert.Equal(on, RemedyCatalogue.Find(id)!.TookEffect(told));
        if (id == "dotnet.heap-count")
            Assert.Contains("runs the workstation's", RemedyCatalogue.Find(id)!.Refusal(MadeFamilies.Family(told)));
    }

    /// <summary>Who has asked for more than a remedy does would lose by it.</summary>
    [Theory]
    [InlineData("dotnet.gen0-size", 256 << 20, 0, false)]
    [InlineData("dotnet.gen0-size", 32 << 20, 0, true)]
    [InlineData("dotnet.gen0-size", 0, 0, true)] // the runtime's own size
    [InlineData("dotnet.loh-threshold", 0, 2_000_000, false)]
    [InlineData("dotnet.loh-threshold", 0, 85_000, true)]
    public void A_larger_value_than_its_own_is_left_alone(string id, long gen0, long large, bool helps)
    {
        var told = Process with { DotNet = new DotNetSettings(0, large, 0, gen0, 0, 0, Concurrent: true, LargePages: false, Server: false) };
        Assert.Equal(helps, RemedyCatalogue.Find(id)!.Helps(Waits, MadeFamilies.Recording(told)));
    }

    /// <summary>By the kit's note, by what was asked for where nobody noted it, and unknown.</summary>
    [Fact]
    public void What_the_runtime_notes_comes_before_what_was_asked_for()
    {
        var remedy = new LohWaitPercent();
        var asked = new Dictionary<string, string> { ["DOTNET_UOHWaitBGCSizeIncPercent"] = "7D0" };
        Assert.False(remedy.Helps(Waits, MadeFamilies.Recording(Process with { Settings = asked })));
        Assert.False(remedy.Helps(Waits, MadeFamilies.Recording(Noted(("UOHWaitBGCSizeIncPercent", "2000")))));
        Assert.True(remedy.Helps(Waits, MadeFamilies.Recording(Noted(("UOHWaitBGCSizeIncPercent", "200")) with { Settings = asked })));
        Assert.True(remedy.Helps(Waits, MadeFamilies.Recording(Process)));
    }

    [Fact]
    public void What_a_runtime_does_by_itself_is_not_named_where_nobody_asked()
    {
        var told = Process with { DotNet = new DotNetSettings(0, 85_000, 0, 64 << 20, 0, 0, Concurrent: true, LargePages: false, Server: false) };
        Assert.Equal(["dotnet.gen0-size"], RemediesInEffect.Of(MadeFamilies.Family(told)).Select(entry => entry.Id));
        var asked = told with { Settings = new Dictionary<string, string> { [WatchedSettings.Remedies] = "dotnet.concurrent-on" } };
        Assert.Contains(RemediesInEffect.Of(MadeFamilies.Family(asked)), entry => entry is { Id: "dotnet.concurrent-on", TookEffect: true });
    }

    [Fact]
    public void A_limit_in_percent_is_refused_beside_one_in_bytes() => Assert.Contains("DOTNET_GCHeapHardLimit ", new HardLimitPercent().RefusalAtLaunch(
        new Dictionary<string, string> { ["DOTNET_GCHeapHardLimit"] = "C800000" }, ["server"]));

    [Theory]
    [InlineData("9.0.20", true)]
    [InlineData("10.0.12", false)]
    [InlineData(null, false)]
    public void What_only_newer_runtimes_know_is_refused_of_older_ones(string? version, bool refused)
    {
        var family = MadeFamilies.Family(Process with { Runtime = new RuntimeFacts("dotnet", version, null) });
        Assert.Equal(refused ? $"it is a setting of .NET 10 and later, and this family runs {version}" : null, new LohWaitPercent().Refusal(family));
        Assert.Contains("it is for .NET", new LohWaitPercent().Refusal(MadeFamilies.Family(MadeFamilies.Master())));
    }

    /// <summary>Whether it changes anything cannot be told where nothing told which of the two runs.</summary>
    [Theory]
    [InlineData("dotnet.server-gc")]
    [InlineData("dotnet.workstation-gc")]
    public void The_other_collector_is_none_where_the_first_is_not_known(string id)
    {
        var remedy = RemedyCatalogue.Find(id)!;
        Assert.EndsWith("'lowtide run --remedy ID -- COMMAND'", remedy.CannotTell(MadeFamilies.Family(Process)), StringComparison.Ordinal);
        var ofTrace = Process with { Process = Process.Process with { StartTicks = 0, Threads = 0 } };
        Assert.EndsWith("is not known: the trace ends without telling it", remedy.CannotTell(MadeFamilies.Family(ofTrace)), StringComparison.Ordinal);
        Assert.Null(remedy.CannotTell(MadeFamilies.Family(Noted(("IsServerGC", "True")))));
        Assert.Null(remedy.Refusal(MadeFamilies.Family(Noted(("IsServerGC", "False")))));
        Assert.Null(remedy.CannotTell(MadeFamilies.Family(MadeFamilies.Master())));
    }

    [Fact]
    public void Is_refused_of_another_runtime()
    {
        Assert.Contains("it is for .NET", new ServerGc().Refusal(MadeFamilies.Family(MadeFamilies.Master())));
        Assert.Null(new ServerGc().Refusal(MadeFamilies.Family(Process)));
        Assert.False(RemediesInEffect.TookEffect(new ServerGc(), MadeFamilies.Family(MadeFamilies.Master())));
    }

    private static TheoryData<string> Those(Func<DotNetRemedy, bool> which) =>
        new(RemedyCatalogue.All.OfType<DotNetRemedy>().Where(which).Select(remedy => remedy.Id));

    private static readonly Finding Waits = Finding.OfPauses("dotnet.loh-waits", "Threads waited.", [], []);

    private static readonly Member Process = MadeFamilies.Master() with { Runtime = new RuntimeFacts("dotnet", "10.0.12", null) };

    private static Member Noted(params (string Name, string Value)[] settings) => Process with
    {
        Notes = new KitNotes([], []) { Settings = settings.ToDictionary(setting => setting.Name, setting => setting.Value) },
    };
}
