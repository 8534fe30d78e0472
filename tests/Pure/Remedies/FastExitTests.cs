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
        Assert.Equal(on, Remedy.TookEffect(MadeFamilies.Master() with { Settings = settings }));
    }

    [Theory]
    [InlineData("cpython.fast-exit", true)]
    [InlineData("cpython.gc-freeze", false)]
    public void Is_on_where_the_kit_notes_it(string noted, bool on) =>
        Assert.Equal(on, Remedy.TookEffect(MadeFamilies.Master() with { Notes = new KitNotes([noted], []) }));

    [Fact]
    public void Is_not_known_where_the_environment_was_not_read() => Assert.Null(Remedy.TookEffect(MadeFamilies.Master()));

    [Fact]
    public void Names_what_it_would_not_close()
    {
        Assert.Contains("was not looked for", Risk(null));
        Assert.Contains("no object in process 2 ", Risk(new PendingDestructors(Complete: true, [])));
        Assert.EndsWith(
            "in process 2 Python would not close at least 12 socket.socket, 3 gzip.GzipFile (file), 1 shop.Lock (__del__)",
            Risk(new PendingDestructors(Complete: false,
            [
                new("socket.socket", DestructorKind.Socket, 12), new("gzip.GzipFile", DestructorKind.File, 3), new("shop.Lock", DestructorKind.Finalizer, 1),
            ])));
        var many = Enumerable.Range(0, 9).Select(number => new DestructorCount($"a.T{number}", DestructorKind.Finalizer, 10 - number));
        Assert.EndsWith("5 a.T5 (__del__) and 9 of other types", Risk(new PendingDestructors(Complete: true, [.. many])));
    }

    private static string Risk(PendingDestructors? found)
    {
        var family = MadeFamilies.Family(MadeFamilies.Master(), MadeFamilies.Worker(2, []) with { Destructors = found });
        return Assert.Single(Remedy.RisksIn(family));
    }
}
