using Lowtide.Capture.Kits;

namespace Lowtide.Tests.Pure.Capture.Kits;

/// <summary>Sheets as a kit writes them, and as a hostile process may.</summary>
public sealed class KitNotesReaderTests
{
    [Fact]
    public void Lines_of_all_sheets_are_joined()
    {
        var notes = KitNotesReader.Parse([
            "remedy\t7\t1.5\tcpython.gc-threshold-0\ton\nremedy\t7\t1.5\tcpython.x\tnot on\tImportError\tx\n",
            "call\t9\t3.250\tgc.enable\t\t/a.py:1 f\t/b.py:2 g\ncall\t8\t2\tgc.collect\t2\t/c.py:3 h\n",
            "remedy\t7\t1.5\tcpython.gc-threshold-0\ton\n"]);
        Assert.Equal(["cpython.gc-threshold-0"], notes.Remedies);
        Assert.Equal(["gc.collect", "gc.enable"], notes.CollectorCalls.Select(call => call.Function));
        var call = notes.CollectorCalls[1];
        Assert.Equal((9, DateTimeOffset.UnixEpoch.AddSeconds(3.25), ""), (call.ProcessId, call.At, call.Arguments));
        Assert.Equal(["/a.py:1 f", "/b.py:2 g"], call.Chain);
    }

    /// <summary>.NET's kit notes settings, one value a name.</summary>
    [Fact]
    public void What_a_runtime_says_of_its_settings_is_kept_by_name()
    {
        var notes = KitNotesReader.Parse(["setting\tIsServerGC\tTrue\nsetting\tGCName\t\nsetting\tIsServerGC\tFalse\nsetting\tcut\n"]);
        Assert.Equal(
            [KeyValuePair.Create("IsServerGC", "True"), KeyValuePair.Create("GCName", "")], notes.Settings.OrderByDescending(setting => setting.Key));
        Assert.Empty(notes.Remedies);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n\n\t\t\t\n")]
    [InlineData("call\t9\tNaN\tgc.enable\t\t/a.py:1 f\n")]
    [InlineData("call\t9\t1e300\tgc.enable\t\t/a.py:1 f\n")]
    [InlineData("call\tx\t1\tgc.enable\t\t/a.py:1 f\n")]
    [InlineData("call\t1\t1\tgc.ena")]
    public void What_is_no_such_line_is_left_out(string sheet)
    {
        var notes = KitNotesReader.Parse([sheet]);
        Assert.Empty(notes.Remedies);
        Assert.Empty(notes.CollectorCalls);
    }
}
