using Lowtide.Launch;

namespace Lowtide.Tests.Live.Launch;

/// <summary>Whoever starts Lowtide, root above all, runs Lowtide and nothing that somebody else laid in its way.</summary>
public sealed class FrontTests : IDisposable
{
    private readonly PlainUser _user = new();

    public static TheoryData<string> LoadingCode =>
    [
        "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "OPENSSL_CONF", "OPENSSL_MODULES", "CLR_OPENSSL_VERSION_OVERRIDE", "GCONV_PATH",
        "DOTNET_ROOT", "DOTNET_STARTUP_HOOKS", "DOTNET_ADDITIONAL_DEPS", "DOTNET_GCName", "CORECLR_PROFILER_PATH_64", "COMPlus_GCPath",
    ];

    /// <summary>Failed before for those of the loader and of OpenSSL. The target is given back what its caller set.</summary>
    [Theory, MemberData(nameof(LoadingCode))]
    public void What_has_code_loaded_is_the_targets_alone(string variable)
    {
        var front = Installed("#!/bin/sh\nexec /usr/bin/env\n");
        var program = _user.Run([front, "ps"], (variable, "/nowhere")).Output.Split('\n');
        Assert.DoesNotContain($"{variable}=/nowhere", program);
        Assert.Contains($"LOWTIDE_HELD_{variable}=/nowhere", program);

        var target = _user.Run([Built.Lowtide, "run", "--remedy", "malloc.arena-max-2", "--", "/bin/sh", "-c", $"echo ${variable}"], (variable, "/nowhere"));
        Assert.Equal("/nowhere\n", target.Output);
    }

    /// <summary>An empty entry is the current folder: ld.so(8). Before, the program did not start there.</summary>
    [Fact]
    public void No_library_is_loaded_from_the_current_folder()
    {
        foreach (var library in (string[])["libstdc++.so.6", "libgcc_s.so.1", "libdl.so.2"])
            _user.File(library, "no library");
        var ran = _user.Run(["/bin/sh", "-c", $"cd {_user.Folder} && LD_LIBRARY_PATH=: exec {Built.Lowtide} --version"]);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
    }

    /// <summary>A front that root left in a folder where others write would run what they put beside it; before, it did.</summary>
    [Theory]
    [InlineData("chown 65534 lib", "lib: it does not belong to whom this program belongs")]
    [InlineData("chown 65534 lib/lowtide-program", "lib/lowtide-program: it does not belong to whom this program belongs")]
    [InlineData("chmod o+w lib", "lib: others may write to it")]
    [InlineData("chmod o+w lib/lowtide-program", "lib/lowtide-program: others may write to it")]
    [InlineData("mv lib other && ln -s other lib", "lib: Not a directory")]
    [InlineData("rm -r lib", "lib: it is missing")]
    public void What_others_can_change_is_not_run(string attack, string why)
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root can give a file away");
        var front = Installed("#!/bin/sh\necho attacked\n");
        Assert.Equal("attacked\n", Ran.Command([front]).Output);
        Assert.Equal(0, Ran.Command(["/bin/sh", "-c", $"cd {_user.Folder} && {attack}"]).ExitCode);
        var ran = Ran.Command([front]);
        Assert.Equal((1, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(why, ran.ErrorLine);
    }

    /// <summary>README: built as oneself, started by sudo, in a tree that one's group may write to.</summary>
    [Fact]
    public void Root_runs_what_a_user_built()
    {
        Assert.SkipUnless(Libc.EffectiveUser() == 0, "only root can give a file away");
        var front = Installed("#!/bin/sh\necho mine\n");
        Assert.Equal(0, Ran.Command(["/bin/sh", "-c", $"chown -R 65534:65534 {_user.Folder} && chmod -R g+w {_user.Folder}"]).ExitCode);
        Assert.Equal("mine\n", Ran.Command([front]).Output);
    }

    /// <summary>As on Alpine: the program's loader is not there, of which execve(2) says no more than that no such file is.</summary>
    [Fact]
    public void Without_the_c_library_it_says_so()
    {
        var ran = Ran.Command([Installed("#!/nowhere/ld.so\n")]);
        Assert.Equal(1, ran.ExitCode);
        Assert.Equal(
            "lowtide: it takes glibc 2.28 or newer, and this system has none, as Alpine has musl: run Lowtide's container image instead", ran.ErrorLine);
    }

    public void Dispose() => _user.Dispose();

    private string Installed(string program)
    {
        var front = _user.File("lowtide");
        File.Copy(Built.Lowtide, front);
        Ran.Command(["chmod", "755", _user.File("lib/lowtide-program", program)]);
        return front;
    }
}
