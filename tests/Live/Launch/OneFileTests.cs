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
        var made = Ran.Command([Path.Combine(Built.Root, "eng", "one-file"), Built.PackedFront, _user.File("lib"), _oneFile]);
        Assert.True(made.ExitCode == 0, made.Error);
    }

    [Fact]
    public void It_unpacks_once()
    {
        Assert.Equal(Said, Start().Output);
        Assert.Equal(64, Unpacked.Length);
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
        MustBeRefusedAsDamaged(bytes);
    }

    /// <summary>Before, the hash of its end was the name of a folder and nothing more: this was run.</summary>
    [Fact]
    public void Another_payload_than_its_end_names_is_not_run()
    {
        var bytes = File.ReadAllBytes(_oneFile);
        ref var digit = ref bytes[^96];
        digit = digit == '0' ? (byte)'1' : (byte)'0';
        MustBeRefusedAsDamaged(bytes);
    }

    private void MustBeRefusedAsDamaged(byte[] oneFile)
    {
        File.WriteAllBytes(_oneFile, oneFile);
        var ran = Start();
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("it is damaged: its content has not the SHA-256 that it ends with", ran.ErrorLine);
        Assert.Empty(_user.Names(""));
    }

    /// <summary>A download that was cut short. Before, it ran lib/lowtide-program of the folder that it lay in, which is anybody's in /tmp.</summary>
    [Fact]
    public void A_file_that_is_cut_short_runs_nothing_else()
    {
        File.WriteAllBytes(_oneFile, File.ReadAllBytes(_oneFile)[..^1]);
        var ran = Start();
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("it is cut short or damaged", ran.ErrorLine);
    }

    /// <summary>Before, it was root who ran this.</summary>
    [Theory]
    [InlineData(":/usr/bin:/bin", "")]
    [InlineData(".:/usr/bin:/bin", "")]
    [InlineData("bin:/usr/bin:/bin", "")]
    [InlineData("/usr/bin:/bin", "--checkpoint=1 --checkpoint-action=exec=./tar")]
    public void Nothing_of_the_current_folder_is_run(string path, string options)
    {
        foreach (var program in (string[])["tar", "gzip", "bin/tar"])
            Ran.Command(["chmod", "755", _user.File(program, $"#!/bin/sh\necho attacked >> {_user.Folder}/attacked\n")]);
        var ran = _user.Run(["/bin/sh", "-c", $"cd {_user.Folder} && exec {_oneFile} --a b"], ("PATH", path), ("TAR_OPTIONS", options));
        Assert.Equal((Said, ""), (ran.Output, ran.Error));
        Assert.False(File.Exists(Path.Combine(_user.Folder, "attacked")));
    }

    /// <summary>Before, what was there was run, or failed to run, for ever.</summary>
    [Theory]
    [InlineData(": >")]
    [InlineData("echo 'echo other' >>")]
    [InlineData("rm -f")]
    public void A_damaged_file_is_noticed_and_replaced(string damage)
    {
        Start();
        Assert.Equal(0, _user.Run(["/bin/sh", "-c", $"{damage} {_user.Cache}/{Unpacked}/lib/lowtide-program"]).ExitCode);
        Assert.Equal((Said, ""), (Start().Output, Start().Error));
        Assert.Equal(64, Unpacked.Length); // and nothing else is left
    }

    /// <summary>Otherwise a power cut leaves files that are there and empty. Before, none was synced.</summary>
    [Fact]
    public void What_is_unpacked_is_on_the_disk_before_it_has_its_name()
    {
        var trace = Syncs.Of(_user, [_oneFile, "--a", "b"]);
        trace.MustComeBeforeTheRename("lib/lowtide-program", "lib", "unpacked", "");
    }

    [Fact]
    public void A_folder_that_others_may_write_to_is_not_run_from()
    {
        Start();
        Assert.Equal(0, _user.Run(["chmod", "g+w", Path.Combine(_user.Cache, Unpacked)]).ExitCode);
        var ran = Start();
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("others may write to it", ran.ErrorLine);
    }

    public void Dispose() => _user.Dispose();

    private string Unpacked => Assert.Single(_user.Names(""));

    private Ran Start(params (string Name, string? Value)[] variables) => _user.Run([_oneFile, "--a", "b"], variables);
}
