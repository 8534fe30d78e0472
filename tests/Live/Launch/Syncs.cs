using System.Text.RegularExpressions;

namespace Lowtide.Tests.Live.Launch;

/// <summary>What a command brings to the disk, and when it renames a folder that was unpacked.</summary>
internal sealed partial class Syncs
{
    private readonly IReadOnlyList<string> _calls;

    private Syncs(IReadOnlyList<string> calls) => _calls = calls;

    public static Syncs Of(PlainUser user, string[] words)
    {
        var trace = user.Folder + "/trace";
        var ran = user.Run(["strace", "-f", "-y", "-e", "trace=fsync,rename", "-o", trace, .. words]);
        Assert.SkipWhen(ran.Error.Contains("Operation not permitted"), "strace may trace nothing here");
        return new Syncs([.. File.ReadLines(trace)]);
    }

    /// <param name="names">Within the folder; "" is the folder itself.</param>
    public void MustComeBeforeTheRename(params string[] names)
    {
        var renamed = _calls.Select(call => Rename().Match(call)).Single(match => match.Success);
        var (before, folder) = (_calls.TakeWhile(call => !Rename().IsMatch(call)).ToList(), renamed.Groups["folder"].Value);
        foreach (var name in names)
            Assert.Contains(before, call => call.Contains("fsync(") && call.Contains($"<{$"{folder}/{name}".TrimEnd('/')}>"));
    }

    [GeneratedRegex("rename\\(\"(?<folder>[^\"]*/unpacking-[^\"/]*)\"", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Rename();
}
