using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Launch;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What runs inside a server lies where only its owner can write and everybody can read.</summary>
public sealed class KitFolderTests : IDisposable
{
    private const string Threshold = "import gc, os; print(gc.get_threshold()[0], os.environ['PYTHONPATH'])";
    private readonly TempFolder _folder = new();

    [Fact]
    public void The_kit_is_the_sources_kit()
    {
        var unpacked = KitFolder.Unpacked(Kit.Python);
        var diff = Ran.Command(["diff", "-r", "--exclude=__pycache__", Built.PythonKit, unpacked]);
        Assert.Equal((0, ""), (diff.ExitCode, diff.Output));
        Assert.Equal(unpacked, KitFolder.Unpacked(Kit.Python));
    }

    [Theory]
    [InlineData("000")]
    [InlineData("077")]
    public void Whatever_the_umask_only_the_owner_writes_and_all_read(string umask)
    {
        using var user = new PlainUser();
        var ran = user.Run(["bash", "-c", $"umask {umask}; exec \"$@\"", "bash", Built.Lowtide, "run",
            "--remedy", "cpython.gc-threshold-0", "--", "/usr/bin/python3", "-c", Threshold], ("PYTHONDONTWRITEBYTECODE", null));
        var kit = Path.Combine(user.Cache, "kits", Assert.Single(user.Names("kits")));
        Assert.Equal($"0 {kit}\n", ran.Output);

        Assert.Equal("", Ran.Command(["find", Path.GetDirectoryName(user.Cache)!, "-perm", "/022"]).Output);
        Assert.Equal("", Ran.Command(["find", user.Cache, "-not", "-name", "*.pyc", "-not", "-perm", "-444"]).Output);
        Assert.Equal("", Ran.Command(["find", user.Cache, "-type", "d", "-not", "-perm", "-555"]).Output);
    }

    [Fact]
    public void A_server_that_drops_root_still_reads_it()
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "needs root");
        var ran = Ran.Lowtide("run", "--remedy", "cpython.gc-threshold-0", "--",
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", Threshold);
        Assert.StartsWith("0 /", ran.Output);
    }

    [Fact]
    public void A_folder_that_others_may_write_to_is_refused()
    {
        Ran.Command(["chmod", "775", _folder.Path]);
        Assert.Contains("chmod go-w", Assert.Throws<Failure>(() => CacheFolder.Own(_folder.Path)).Message);
    }

    [Fact]
    public void A_folder_of_somebody_else_is_refused()
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root can give a folder away");
        Ran.Command(["chown", "65534", _folder.Path]);
        Assert.Contains("belongs to user 65534", Assert.Throws<Failure>(() => CacheFolder.Own(_folder.Path)).Message);
    }

    [Fact]
    public void A_link_is_refused()
    {
        var link = _folder.File("link");
        Directory.CreateSymbolicLink(link, _folder.Path);
        Assert.Contains("not a folder", Assert.Throws<Failure>(() => CacheFolder.Own(link)).Message);
    }

    [Fact]
    public void An_untrusted_cache_is_passed_over()
    {
        using var user = new PlainUser();
        Assert.Equal(0, user.Run(["mkdir", "-p", "-m", "777", user.Cache]).ExitCode);
        var ran = user.Run([Built.Lowtide, "run", "--remedy", "cpython.gc-threshold-0", "--", "/usr/bin/python3", "-c", Threshold]);
        Assert.StartsWith("0 /tmp/lowtide-", ran.Output);
        Assert.Empty(user.Names(""));
        user.Run(["rm", "-r", ran.Output[2..ran.Output.IndexOf("/kits/", StringComparison.Ordinal)]]);
    }

    /// <summary>Somebody who may write to the folder above exchanges a link for what is looked at. Before, root changed the mode of where it led.</summary>
    [Fact]
    public async Task A_link_that_comes_and_goes_leads_nowhere()
    {
        var (victim, link) = (Directory.CreateDirectory(_folder.File("victim")).FullName, _folder.File("link"));
        File.SetUnixFileMode(victim, UnixFileMode.UserRead);
        using var enough = new CancellationTokenSource();
        var attacker = Task.Run(() =>
        {
            while (!enough.IsCancellationRequested)
            {
                Directory.CreateSymbolicLink(link, victim);
                File.Delete(link);
            }
        });
        for (var tries = 0; tries < 5000 && File.GetUnixFileMode(victim) == UnixFileMode.UserRead; tries++)
            try
            {
                CacheFolder.Own(link);
                Directory.Delete(link);
            }
            catch (Exception refused) when (refused is Failure or IOException)
            {
                // As it should be: something else stood there.
            }
        await enough.CancelAsync();
        await Xunit.Record.ExceptionAsync(() => attacker); // a folder that was made stood in its way
        Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(victim));
    }

    /// <summary>Before, Python found an empty file for ever.</summary>
    [Theory]
    [InlineData(": >")]
    [InlineData("echo 'raise SystemExit(9)' >")]
    [InlineData("rm")]
    public void A_damaged_file_of_a_kit_is_replaced(string damage)
    {
        using var user = new PlainUser();
        string[] words = [Built.Lowtide, "run", "--remedy", "cpython.gc-threshold-0", "--", "/usr/bin/python3", "-c", Threshold];
        Assert.StartsWith("0 /", user.Run(words).Output);
        var kit = Path.Combine(user.Cache, "kits", Assert.Single(user.Names("kits")));
        var remedies = $"{kit}/lowtide_kit/remedies";
        Assert.Equal(0, user.Run(["/bin/sh", "-c", $"{damage} {remedies}/gc_threshold_0.py && rm -rf {remedies}/__pycache__/*"]).ExitCode);
        Assert.StartsWith("0 /", user.Run(words).Output);
        Assert.Equal("", Ran.Command(["diff", "-r", "--exclude=__pycache__", Built.PythonKit, kit]).Output);
        Assert.Single(user.Names("kits"));
    }

    /// <summary>Before, none was synced.</summary>
    [Fact]
    public void A_kit_is_on_the_disk_before_it_has_its_name()
    {
        using var user = new PlainUser();
        var trace = Syncs.Of(user, [Built.Lowtide, "run", "--remedy", "cpython.gc-threshold-0", "--", "/bin/true"]);
        trace.MustComeBeforeTheRename("sitecustomize.py", "lowtide_kit/notes.py", "lowtide_kit", "");
    }

    public void Dispose() => _folder.Dispose();
}
