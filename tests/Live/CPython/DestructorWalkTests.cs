using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>Objects that an end without destructors would leave open are counted as the program itself counts them, on every version.</summary>
public sealed class DestructorWalkTests
{
    public static TheoryData<string> Each => new(Pythons.Paths.Where(path => !path.EndsWith('d')).DefaultIfEmpty(""));

    [Theory]
    [MemberData(nameof(Each))]
    public void What_is_open_is_counted_by_type(string python) => Check(python);

    internal static void Check(string python)
    {
        using var target = Said.Start(python, "unclosed.py");
        var family = FamilyLookup.Find($"{target.Pid}");
        var looked = FamilyCapture.Take(
            family, new CaptureOptions(Census: false, Destructors: _ => true), TimeProvider.System, TestContext.Current.CancellationToken)!;
        var found = looked.Snapshot.Master!.Destructors!;
        Assert.True(found.Complete);
        Assert.Equal(
            target.Said.GetProperty("objects").EnumerateObject().Select(type => (type.Name, type.Value.GetInt32())).Order(),
            found.Objects.Select(count => (count.Type, count.Count)).Order());
        Assert.Equal(DestructorKind.Finalizer, found.Objects.Single(count => count.Type == "__main__.Lock").Kind);
        Assert.Equal(DestructorKind.Socket, found.Objects.Single(count => count.Type == "socket.socket").Kind);
    }
}
