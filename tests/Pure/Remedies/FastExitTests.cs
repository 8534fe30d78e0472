using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class FastExitTests
{
    private static readonly FastExit Remedy = new();

    [Theory]
    [InlineData("", "", false)]
    [InlineData("cpython.fast-exit", "", null)]
    [InlineData("", "/etc/fast-exit:/srv", null)]
    [InlineData("", "/etc/fast-exit-not", false)]
    public void Without_a_note_of_the_kit_it_is_known_only_where_nobody_asked(string ids, string path, bool? on)
    {
        var settings = new Dictionary<string, string> { ["LOWTIDE_REMEDIES"] = ids, ["PYTHONPATH"] = path };
        Assert.Equal(on, Remedy.TookEffect(Made.Master() with { Settings = settings }));
    }

    [Theory]
    [InlineData("cpython.fast-exit", true)]
    [InlineData("cpython.gc-freeze", false)]
    public void Is_on_where_the_kit_notes_it(string noted, bool on) =>
        Assert.Equal(on, Remedy.TookEffect(Made.Master() with { Notes = new KitNotes([noted], []) }));

    [Fact]
    public void Is_not_known_where_the_environment_was_not_read() => Assert.Null(Remedy.TookEffect(Made.Master()));
}
