using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Capture;

/// <summary>
/// Does something as the user nobody, in one thread of this process. The C library's setresuid changes all threads; the
/// kernel's own changes only the caller, as credentials(7) says under "Conforming to".
/// </summary>
internal static partial class PlainThread
{
    private const int Nobody = 65534;

    // asm/unistd_64.h
    private const long SetGroups = 116, SetUserIds = 117, SetGroupIds = 119;

    /// <summary>A target that belongs to nobody; skips where it cannot reach its Python.</summary>
    public static Target StartTarget(string program, params string[] arguments)
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can become another user");
        Assert.SkipUnless(IsReachable(Target.Path(program)), $"{program} is out of reach for a plain user");
        var python = Pythons.Paths.FirstOrDefault(IsReachable);
        Assert.SkipWhen(python is null, "no CPython 3.8 or later that a plain user can reach");
        return Target.Start(PlainUser.Prefix[0], [.. PlainUser.Prefix.Skip(1), python, Target.Path(program), .. arguments]);
    }

    public static T Run<T>(Func<T> look)
    {
        T? result = default;
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                Assert.Equal(0, SystemCall(SetGroups, 0, 0, 0));
                Assert.Equal(0, SystemCall(SetGroupIds, Nobody, Nobody, Nobody));
                Assert.Equal(0, SystemCall(SetUserIds, Nobody, Nobody, Nobody));
                result = look();
            }
            catch (Exception thrown)
            {
                failure = ExceptionDispatchInfo.Capture(thrown);
            }
        });
        thread.Start();
        thread.Join();
        failure?.Throw();
        return result!;
    }

    private static bool IsReachable(string path) => Ran.Command([.. PlainUser.Prefix, "test", "-r", path]).ExitCode == 0;

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial long SystemCall(long number, long first, long second, long third);
}
