namespace Lowtide.Tests.Live.Launch;

public sealed class ImmortalHeapTests
{
    private const string Remedy = "cpython.immortal-heap";

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Reads_copy_at_most_a_tenth_of_what_they_did(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        if (Ran.Command([python, "-c", "import sys; print(sys.version_info >= (3, 12))"]).Output != "True\n")
        {
            var refused = Ran.Command([python, "-c", ""], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", Remedy));
            Assert.Contains("cpython.immortal-heap is not on: RuntimeError: it writes reference counts as CPython 3.12 to 3.14", refused.ErrorLine);
            return;
        }
        var (without, with) = (Copied(null), Copied(Remedy));
        Assert.True(without > 10 << 20, $"reads copied {without} bytes only");
        Assert.True(with * 10 <= without, $"{with} bytes copied with it, {without} without");

        long Copied(string? remedy)
        {
            using var target = Target.Start(
                python, [Target.Path("reads_immortal.py")], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", remedy ?? ""));
            return target.Said.GetProperty("workers")[0].GetProperty("copied_by_reads").GetInt64();
        }
    }
}
