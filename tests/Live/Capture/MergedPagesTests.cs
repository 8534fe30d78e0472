using Lowtide.Recordings;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Capture;

/// <summary>
/// Pages that KSM merged have one frame at one address, as inherited ones have, and were not inherited. Changes the
/// machine's KSM for the time of the test.
/// </summary>
public sealed class MergedPagesTests
{
    private const string Run = "/sys/kernel/mm/ksm/run", Sleep = "/sys/kernel/mm/ksm/sleep_millisecs", Pages = "/sys/kernel/mm/ksm/pages_to_scan";

    [Fact]
    public void Merged_pages_are_called_merged()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can switch KSM on");
        Assert.SkipUnless(File.Exists(Run), "this kernel has no KSM");
        var before = new[] { Run, Sleep, Pages }.ToDictionary(file => file, File.ReadAllText);
        try
        {
            Assert.SkipUnless(TryWrite(Sleep, "1") && TryWrite(Pages, "5000") && TryWrite(Run, "1"), "KSM cannot be switched on here");
            using var target = Said.StartAny("merged_pages.py");
            Check(target);
            CheckThatHiddenOnesAreSaid(target);
        }
        finally
        {
            foreach (var (file, text) in before)
                TryWrite(file, text);
        }
    }

    private static void Check(Target target)
    {
        var third = target.Said.GetProperty("pages").GetInt32() / 3;
        Assert.All(target.Said.GetProperty("merged").EnumerateArray(), merged => Assert.InRange(merged.GetInt32(), third, int.MaxValue));
        var start = target.Said.GetProperty("start").GetUInt64();
        var look = Look.At(target.Pid);
        foreach (var pid in target.WorkerPids())
        {
            var all = look.Census(pid).Regions.SelectMany(each => each.Pages.Index().Select(page =>
                (Address: each.Region.Start + ((ulong)page.Index * Page.Size), State: page.Item))).ToDictionary(page => page.Address, page => page.State);
            Assert.Equal(Enumerable.Repeat(PageState.InheritedShared, third), States(0));
            Assert.Equal(Enumerable.Repeat(PageState.Merged, third), States(third));
            Assert.Equal(Enumerable.Repeat(PageState.New, third), States(2 * third));

            IEnumerable<PageState> States(int first) => Enumerable.Range(first, third).Select(page => all[start + ((ulong)page * Page.Size)]);
        }
    }

    private static void CheckThatHiddenOnesAreSaid(Target target)
    {
        var ran = Ran.Command(["setpriv", "--bounding-set=-sys_admin", Built.Lowtide, "ps", $"{target.Pid}"]);
        Assert.Contains("which pages are merged", ran.Output);
    }

    private static bool TryWrite(string file, string text)
    {
        try
        {
            File.WriteAllText(file, text);
            return true;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
