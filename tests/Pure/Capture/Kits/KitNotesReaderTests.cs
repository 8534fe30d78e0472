using Lowtide.Capture.Kits;
using Lowtide.Capture.Sources;

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

    /// <summary>Those that a process made itself; what it inherited are its parent's, and what is no pid is nobody's.</summary>
    [Fact]
    public void The_copies_that_a_process_notes_are_its_own()
    {
        var sheet = new byte[17 * 4096];
        "lowtide-notes 1\ncopy\t7\t1.5\t12\ncopy\t6\t1.5\t13\ncopy\t7\t1.5\t-1\ncopy\t7\t1.5\tx\ncopy\t7\t14\ncopy\t7\t1.5\t15\n"u8.CopyTo(sheet);
        const ulong At = 0x7f00_0000_0000;
        var mapping = new Mapping(At, At + (ulong)sheet.Length, 0, true, true, false, false, 1, 5, "/dev/zero (deleted)");
        Assert.Equal([12, 15], KitNotesReader.Copies(new FakeMemory().With(At, sheet), [mapping], 7));
        Assert.Empty(KitNotesReader.Copies(new FakeMemory().With(At, sheet), [mapping with { Path = "/tmp/sheet" }], 7));
    }

    /// <summary>What Ruby's kit did once is told in its word, whatever that is.</summary>
    [Fact]
    public void What_was_done_once_is_kept_in_the_kits_word()
    {
        var notes = KitNotesReader.Parse(["once\t7\t2.5\twarmed\t0.250\nonce\t7\t1.5\tturned over\t0.125\nonce\t7\t1\t\t0.5\nonce\t7\t1\twarmed\n"]);
        Assert.Equal(
            [(7, "turned over", 0.125), (7, "warmed", 0.25)], notes.Pauses.Select(pause => (pause.ProcessId, pause.What, pause.Seconds)));
    }

    /// <summary>ruby.warmup has a turn by its timer and one as the master forks.</summary>
    [Fact]
    public void What_one_process_does_twice_is_on_once_with_both_pauses()
    {
        var notes = KitNotesReader.Parse([
            "once\t7\t1.5\twarmed\t0.250\nremedy\t7\t1.5\truby.warmup\ton\nonce\t7\t2.5\twarmed\t0.500\nremedy\t7\t2.5\truby.warmup\ton\n"]);
        Assert.Equal(["ruby.warmup"], notes.Remedies);
        Assert.Equal([0.25, 0.5], notes.Pauses.Select(pause => pause.Seconds));
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
