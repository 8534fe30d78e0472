using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What 'lowtide remedies --as runtimeconfig' says, put into a program's own file: the runtime reads it there.</summary>
public sealed class RuntimeConfigTests : IDisposable
{
    /// <summary>Two are what a machine of two processors has anyway.</summary>
    private const string OneHeap = "1";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Remedies =>
        new(RemedyCatalogue.All.OfType<DotNetRemedy>().Where(remedy => remedy.Permanent.Option is not null).Select(remedy => remedy.Id));

    /// <summary>Some say what the runtime does anyway; of those their opposite, under the same name, tells that it is read.</summary>
    [Theory, MemberData(nameof(Remedies))]
    public void Each_takes_effect_by_the_programs_file(string id)
    {
        Assert.SkipWhen(Environment.ProcessorCount == 1, "on one processor there is no server collection");
        var remedy = (DotNetRemedy)RemedyCatalogue.Find(id)!;
        var option = remedy.Permanent.Option!;
        var program = CompiledDotNet.Build("says_its_collector");
        var config = _folder.File("with-option.runtimeconfig.json", File.ReadAllText(Path.ChangeExtension(program, ".runtimeconfig.json")).Replace(
            "\"framework\":", $"\"configProperties\":{{\"{option.Name}\":{(id == "dotnet.heap-count" ? OneHeap : option.Value)}}},\"framework\":"));
        (string, string)[] server = remedy.OnlyUnderServer ? [("DOTNET_gcServer", "1")] : [];
        using var target = Target.Start("dotnet", ["exec", "--runtimeconfig", config, program], server);
        if (id == "dotnet.heap-count")
        {
            Assert.Equal(OneHeap, target.Said.GetProperty(remedy.Noted!).GetString());
            return;
        }
        // What the kit would have noted, and for the one of which that says nothing a trace.
        var said = FamilyCapture.Take(
            FamilyLookup.Find($"{target.Pid}"), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot.Master! with
        {
            Notes = new KitNotes([], []) { Settings = target.Said.EnumerateObject().ToDictionary(one => one.Name, one => one.Value.GetString()!) },
        };
        Assert.True(remedy.TookEffect(said) ?? remedy.TookEffect(said with { DotNet = Told(target) }), $"{option.Name} is not read");
    }

    /// <summary>The settings that the runtime tells at the end of a trace.</summary>
    private DotNetSettings Told(Target target)
    {
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "1s");
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        var settings = RecordingReader.Read(recorder.File).DotNet?.Settings;
        Assert.NotNull(settings);
        return settings;
    }
}
