namespace Lowtide.Tests.Live.Launch;

/// <summary>The one-file edition unpacks itself once, whole or not at all, to where only its owner can write.</summary>
public sealed class OneFileTests : IDisposable
{
    private const string Said = "program: --a b; marked: yes\n";
    private readonly PlainUser user = new();
    private readonly string oneFile;

    public OneFileTests()
    {
        var program = user.File("lib/lowtide-program", "#!/bin/sh\necho \"program: $@; marked: ${LOWTIDE_CALLER:+yes}\"\n");
        Ran.Command(["chmod", "755", program]);
        oneFile = user.File("lowtide");
        var made = Ran.Command([Path.Combine(Built.Root, "eng", "one-file"), Built.Lowtide, user.File("lib"), oneFile]);
        Assert.True(made.ExitCode == 0, made.Error);
    }

    [Fact]
    public void ItUnpacksOnce()
    {
        Assert.Equal(Said, Start().Output);
        var hash = Assert.Single(user.Names(""));
        Assert.Equal(64, hash.Length);
        Assert.Equal("", Ran.Command(["find", Path.GetDirectoryName(user.Cache)!, "-perm", "/022"]).Output);
        Assert.Equal(Said, Start(("PATH", "/nowhere")).Output); // no tar needed any more
    }

    [Fact]
    public async Task StartsAtTheSameTimeDoNotDisturbEachOther()
    {
        var starts = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => Task.Run(() => Start())));
        Assert.All(starts, start => Assert.Equal((Said, ""), (start.Output, start.Error)));
        Assert.Single(user.Names(""));
    }

    [Fact]
    public void ItWorksForACallerThatIgnoresAndBlocksSignals()
    {
        Assert.Equal(Said, user.Run(["env", "--ignore-signal=CHLD,PIPE", "--block-signal=CHLD", oneFile, "--a", "b"]).Output);
    }

    [Fact]
    public void WithoutTarItSaysSoAndLeavesNothing()
    {
        var ran = Start(("PATH", "/nowhere"));
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("there is no tar on PATH", ran.ErrorLine);
        Assert.Empty(user.Names(""));
    }

    [Fact]
    public void ADamagedPayloadIsNotRun()
    {
        var bytes = File.ReadAllBytes(oneFile);
        bytes.AsSpan(bytes.Length - 96 - 200, 100).Clear();
        File.WriteAllBytes(oneFile, bytes);
        var ran = Start();
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("tar failed", ran.Error);
        Assert.Empty(user.Names(""));
    }

    [Fact]
    public void AFolderThatOthersMayWriteToIsNotRunFrom()
    {
        Start();
        Assert.Equal(0, user.Run(["chmod", "-R", "g+w", Path.Combine(user.Cache, Assert.Single(user.Names("")))]).ExitCode);
        var ran = Start();
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("others may write to it", ran.ErrorLine);
    }

    public void Dispose() => user.Dispose();

    private Ran Start(params (string Name, string? Value)[] variables) => user.Run([oneFile, "--a", "b"], variables);
}
