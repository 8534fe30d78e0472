using Lowtide.Capture.CPython;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.CPython;

/// <summary>What is read from outside is what the interpreter says of itself, for every Python of the machine.</summary>
public sealed class CollectorStateTests
{
    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void As_started(string python) => Check(python, """{}""");

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Thresholds_and_collections(string python) =>
        Check(python, """{"threshold": [12345, 17, 1000000], "collect": [3, 2, 5]}""");

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Disabled(string python) => Check(python, """{"enabled": false}""");

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Threshold_zero(string python) => Check(python, """{"threshold": [0]}""");

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Frozen(string python) => Check(python, """{"freeze": true, "threshold": [0]}""");

    internal static void Check(string python, string told)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        using var target = Target.Start(python, [Target.Path("collector_state.py"), told]);
        Compare(target);
    }

    internal static void Compare(Target target)
    {
        var space = target.Space();
        var reading = new CPythonReader().Read(space, space.Mappings, space.Open);

        Assert.NotNull(reading);
        Assert.Empty(reading.CouldNotRead);
        Assert.Equal("cpython", reading.Facts.Name);
        Assert.Equal(target.Said.GetProperty("version").GetString(), reading.Facts.Version);
        var collector = reading.Facts.Collector;
        Assert.NotNull(collector);
        Assert.Equal(target.Said.GetProperty("enabled").GetBoolean(), collector.Enabled);
        Assert.Equal(target.Said.GetProperty("frozen").GetBoolean(), collector.Frozen);
        var expected = Enumerable.Range(0, 3).Select(number => new GenerationFacts(
            Number("threshold", number), Number("count", number),
            target.Said.GetProperty("stats")[number].GetProperty("collections").GetInt64())
        {
            Collected = target.Said.GetProperty("stats")[number].GetProperty("collected").GetInt64(),
        });
        Assert.Equal(expected, collector.Generations);

        int Number(string list, int index) => target.Said.GetProperty(list)[index].GetInt32();
    }
}
