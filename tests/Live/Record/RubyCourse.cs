using System.Globalization;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.CRuby;

namespace Lowtide.Tests.Live.Record;

/// <summary>Recordings of growing.rb. Its days are short, so that walks through its heap are given ten times their share.</summary>
internal static class RubyCourse
{
    /// <param name="day">In seconds.</param>
    /// <param name="days">That are recorded; it lives for two more.</param>
    public static async Task RecordAsync(string version, string course, double day, int days, string file)
    {
        string[] numbers = [.. new[] { 5, day, days + 2, 0 }.Select(number => number.ToString(CultureInfo.InvariantCulture))];
        using var target = Target.Start(Rubies.Program(version), [Target.Path("growing.rb"), course, .. numbers]);
        var pace = new SamplePace(TimeSpan.FromSeconds(day * days), TimeSpan.FromMilliseconds(100));
        using var writer = RecordingWriter.Create(file, HostFiles.Read("test"));
        await new FamilyRecorder(writer, pace, TimeProvider.System, 10 * CostBudget.HeapShare)
            .RunAsync(FamilyLookup.Find(target.Pid.ToString(CultureInfo.InvariantCulture)), TestContext.Current.CancellationToken);
    }
}
