using Lowtide.Recordings;
using Lowtide.Trials.Past;
using Lowtide.Trials.Storage;

namespace Lowtide.Commands;

/// <summary><c>lowtide trial --resume FILE</c>: the trial of the file, if what follows would belong to what it has.</summary>
internal static class TrialResume
{
    /// <exception cref="Failure">It would not, or the trial is over.</exception>
    public static KeptTrial Begun(TrialFile file, Host host)
    {
        var (path, trial) = (file.Path, file.Read());
        var (then, now) = (MachineClass.Of(trial.Header.Host), MachineClass.Of(host));
        return trial switch
        {
            { Header.Rules: not TrialFile.Rules } =>
                throw new Failure($"{path} was begun by Lowtide {trial.Header.ProgramVersion}, which decides by other rules: begin it anew"),
            _ when !trial.Facts.Course().GoesOn => throw new Failure($"{path} is complete: 'lowtide trials {path}' shows what came out"),
            _ when then != now =>
                throw new Failure($"{path} was begun on another class of machine ({then}; this is {now}): go on there, or begin anew here"),
            _ when trial.Header.Folder != Environment.CurrentDirectory =>
                throw new Failure($"{path} was begun in {trial.Header.Folder}, which its commands may rely on: go on from there"),
            _ => trial,
        };
    }
}
