using System.CommandLine;
using Lowtide.Launch;
using Lowtide.Recordings;
using Lowtide.Trials.Past;
using Lowtide.Trials.Storage;

namespace Lowtide.Commands;

/// <summary><c>lowtide trial --resume FILE</c>: the trial of the file, if what follows would belong to what it has.</summary>
internal static class TrialResume
{
    /// <exception cref="Failure">It would not, the trial is over, or somebody else could have written the file.</exception>
    public static KeptTrial Begun(string path, Host host, ParseResult parsed)
    {
        TrialCall.MustOnlyResume(parsed);
        MustBeOwn(path);
        var trial = KeptTrial.Read(path);
        var (then, now) = (MachineClass.Of(trial.Header.Host), MachineClass.Of(host));
        return trial switch
        {
            { Header.Rules: not TrialFile.Rules } =>
                throw new Failure($"{path} was begun by Lowtide {trial.Header.ProgramVersion}, which decides by other rules: begin it anew"),
            { IsRunning: true } => throw new Failure($"{path} is being written to: its trial still runs"),
            _ when !trial.Facts.Course().GoesOn => throw new Failure($"{path} is complete: 'lowtide trials {path}' shows what came out"),
            _ when then != now =>
                throw new Failure($"{path} was begun on another class of machine ({then}; this is {now}): go on there, or begin anew here"),
            _ when trial.Header.Folder != Environment.CurrentDirectory =>
                throw new Failure($"{path} was begun in {trial.Header.Folder}, which its commands may rely on: go on from there"),
            _ => trial,
        };
    }

    /// <summary>The commands in it are about to be run.</summary>
    private static void MustBeOwn(string path)
    {
        if (!File.Exists(path))
            throw Failure.Wrong($"no file {path}: 'lowtide trials' lists those that are kept");
        var (owner, mode) = FileOwner.Of(File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path);
        if (owner != Libc.EffectiveUser())
            throw new Failure($"{path} belongs to user {owner}, and its commands would be run: go on as that user");
        if (((UnixFileMode)mode & (UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) != UnixFileMode.None)
            throw new Failure($"others may write to {path}, and its commands would be run: run chmod go-w {path}, after a look at them");
    }
}
