using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Commands;

/// <summary>What <c>lowtide doctor</c> says is what the kernel permits.</summary>
public sealed class DoctorTests
{
    private const int SysAdmin = 21; // capabilities(7), linux/capability.h

    private static bool IsRoot => Libc.EffectiveUser() == 0;

    private static ulong Capabilities =>
        ulong.Parse(Procfs.ValueOf("CapEff", Procfs.Status(Environment.ProcessId)!)!, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    [Fact]
    public void Who_lacks_a_capability_is_told_what_that_hides()
    {
        Assert.SkipUnless(IsRoot && (Capabilities & (1 << SysAdmin)) != 0, "only root with CAP_SYS_ADMIN has it to lack");
        var whole = Seen(Ran.Lowtide("doctor", "--json"));
        Assert.Equal((1, 1), (whole["shared_with_whom"].Seen, whole["kernel_page_faults"].Seen));
        var without = Seen(Ran.Command(["setpriv", "--bounding-set=-sys_admin,-perfmon", Built.Lowtide, "doctor", "--json"]));
        Assert.Equal((0, 0), (without["shared_with_whom"].Seen, without["kernel_page_faults"].Seen));
        Assert.Contains("SYS_ADMIN", without["shared_with_whom"].Mend);
        Assert.True(without["pages"].Seen > 0, "page tables need no CAP_SYS_ADMIN");
    }

    [Fact]
    public void A_user_sees_its_own_processes_and_is_told_how_to_see_the_rest()
    {
        Assert.SkipUnless(IsRoot, "another user's process is needed, and only root starts one");
        using var user = new PlainUser();
        using var own = Process.Start(new ProcessStartInfo(PlainUser.Prefix[0], [.. PlainUser.Prefix.Skip(1), "sleep", "1000"]))!;
        using var others = Process.Start(new ProcessStartInfo("sleep", ["1000"]))!;
        try
        {
            Patience.Until(() => File.ReadAllText($"/proc/{own.Id}/comm") is "sleep\n" and var name ? name : null, "that setpriv becomes sleep");
            var ran = user.Run([Built.Lowtide, "doctor", "--json"]);
            Schemas.MustHold(ran.Output);
            var seen = Seen(ran);
            foreach (var what in (string[])["pages", "memory", "dotnet_events"])
            {
                Assert.InRange(seen[what].Seen, 1, seen[what].All - 1);
                Assert.NotEqual(own.Id, seen[what].Example);
                Assert.NotNull(seen[what].Mend);
            }
            Assert.Contains("sudo lowtide sees the rest", user.Run([Built.Lowtide, "doctor"]).Output);
        }
        finally
        {
            own.Kill();
            others.Kill();
        }
    }

    /// <summary>Before, `ps` said that there are none.</summary>
    [Theory]
    [InlineData("doctor", "processes", "hidepid=")]
    [InlineData("ps --all", "processes of other users: /proc is mounted with hidepid=", "sudo lowtide")]
    [InlineData("explain", "processes of other users", "sudo lowtide")]
    public void Processes_that_are_hidden_are_said_to_be(string words, params string[] said)
    {
        using var user = new PlainUser();
        var shell = $"mount -t proc -o hidepid=2 proc /proc && exec {string.Join(' ', PlainUser.Prefix)} {Built.Lowtide} {words}";
        var ran = Ran.Command(["unshare", "--mount", "sh", "-c", shell], ("XDG_CACHE_HOME", user.Folder));
        Assert.SkipUnless(IsRoot && !ran.Error.Contains("mount:"), "only root mounts a /proc");
        Assert.All(said, words => Assert.Contains(words, ran.Output));
    }

    private sealed record Entry(string What, int Seen, int All, string? Mend, int? Example);

    private static Dictionary<string, Entry> Seen(Ran ran)
    {
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        using var document = JsonDocument.Parse(ran.Output);
        return document.RootElement.GetProperty("sees").EnumerateArray().Select(entry => new Entry(
            entry.GetProperty("what").GetString()!, entry.GetProperty("seen").GetInt32(), entry.GetProperty("all").GetInt32(),
            entry.GetProperty("mend").GetString(), entry.GetProperty("example") is { ValueKind: JsonValueKind.Number } pid ? pid.GetInt32() : null))
            .ToDictionary(entry => entry.What);
    }
}
