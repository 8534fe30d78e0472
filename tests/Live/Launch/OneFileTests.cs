namespace Lowtide.Tests.Live.Launch;

/// <summary>The one-file edition unpacks itself once, whole or not at all, to where only its owner can write.</summary>
public sealed class OneFileTests : IDisposable
{
    private const string Said = "program: --a b; marked: yes\n";
    private readonly PlainUser _user = new();
    private readonly string _oneFile;

    public OneFileTests()
    {
        var program = _user.File("lib/lowtide-program", "#!/bin/sh\necho \"program: $@; marked: ${LOWTIDE_CALLER:+yes}\"\n");
        Ran.Command(["chmod", "755", program]);
        _oneFile = _user.File("lowtide");
        var made = Ran.Command([Path.Combine(Built.Root, "eng", "one-file"), Built.Lowtide, _user.File("lib"), _oneFile]);
        Assert.True(made.ExitCode == 0, made.Error);
    }

    [Fact]
    public void It_unpacks_once()
    {
        Assert.Equal(Said, Start().Output);
        var hash = Assert.Single(_user.Names(""));
        Assert.Equal(64, hash.Length);
        Assert.Equal("", Ran.Command(["find", Path.GetDirectoryName(_user.Cache)!, "-perm", "/022"]).Output);
        Assert.Equal(Said, Start(("PATH", "/nowhere")).Output); // no tar needed any more
    }

    [Fact]
    public async Task Starts_at_the_same_time_do_not_disturb_each_other()
    {
        var starts = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => Task.Run(() => Start())));
        Assert.All(starts, start => Assert.Equal((Said, ""), (start.Output, start.Error)));
        Assert.Single(_user.Names(""));
    }

    [Fact]
    public void It_works_for_a_caller_that_ignores_and_blocks_signals()
    {
        Assert.Equal(Said, _user.Run(["env", "--ignore-signal=CHLD,PIPE", "--block-signal=CHLD", _oneFile, "--a", "b"]).Output);
    }

    [Fact]
    public void Without_tar_it_says_so_and_leaves_nothing()
    {
        var ran = Start(("PATH", "/nowhere"));
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("there is no tar on PATH", ran.ErrorLine);
        Assert.Empty(_user.Names(""));
    }

    [Fact]
    public void A_damaged_payload_is_not_run()
    {
        var bytes = File.ReadAllBytes(_oneFile);
        bytes.AsSpan(bytes.Length - 96 - 200, 100).Clear();
        File.WriteAllBytes(_oneFile, bytes);
        var ran = Start();
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("tar failed", ran.Error);
        Assert.Empty(_user.Names(""));
    }

    [Fact]
    public void A_folder_that_others_may_write_to_is_not_run_from()
    {
        Start();
        Assert.Equal(0, _user.Run(["chmod", "-R", "g+w", Path.Combine(_user.Cache, Assert.Single(_user.Names("")))]).ExitCode);
        var ran = Start();
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("others may write to it", ran.ErrorLine);
    }

    public void Dispose() => _user.Dispose();

    private Ran Start(params (string Name, string? Value)[] variables) => _user.Run([_oneFile, "--a", "b"], variables);
}
