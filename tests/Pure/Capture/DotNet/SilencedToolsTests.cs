using System.Diagnostics;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Capture.DotNet;

/// <summary>While a .NET 10 samples allocations at random it tells other sessions of none: that is said where it is so, and before.</summary>
public sealed class SilencedToolsTests
{
    [Theory]
    [InlineData("10.0.1", true)]
    [InlineData("11.0.0", true)]
    [InlineData("9.0.4", false)]
    [InlineData("8.0.0", false)]
    [InlineData(null, false)]
    public void Only_a_runtime_that_samples_at_random_does_so(string? version, bool silences)
    {
        Assert.Equal(silences, DotNetWatch.Silences(version, new DotNetListening(Allocations: true)));
        Assert.False(DotNetWatch.Silences(version, new DotNetListening()));
    }

    /// <summary>This process is a .NET 10, and is not listened to: the recording is ended already.</summary>
    [Fact]
    public async Task It_is_said_before_the_runtime_is_asked()
    {
        Assert.Equal(["silenced", Unreadable.DotNetCollections], await SaidAsync(Environment.ProcessId, new DotNetListening(Allocations: true)));
        Assert.Equal([Unreadable.DotNetCollections], await SaidAsync(Environment.ProcessId, new DotNetListening()));
    }

    /// <summary>It was said of Python too.</summary>
    [Fact]
    public async Task It_is_not_said_of_what_is_no_dotnet()
    {
        using var sleeper = Process.Start("/bin/sleep", "60");
        try
        {
            Assert.DoesNotContain("silenced", await SaidAsync(sleeper.Id, new DotNetListening(Allocations: true)));
        }
        finally
        {
            sleeper.Kill();
            await sleeper.WaitForExitAsync(TestContext.Current.CancellationToken);
        }
    }

    /// <returns>What is said, in its order.</returns>
    private static async Task<IReadOnlyList<string>> SaidAsync(int pid, DotNetListening asked)
    {
        var said = new List<string>();
        using var writer = RecordingWriter.InMemory(Recorded.Host);
        using var watches = new Watches(
            writer, TimeProvider.System, () => TimeSpan.Zero, missing => said.Add(missing.Code), () => said.Add("silenced"));
        await watches.StartListeningAsync(Procfs.Stat(pid)!, asked, new CancellationToken(canceled: true));
        return said;
    }
}
