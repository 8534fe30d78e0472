using Lowtide.Capture.Sources;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Trials.Arms;

/// <summary>What an arm's server is started as; its remedies are the launcher's part.</summary>
internal static class ArmLaunch
{
    /// <param name="own">Lowtide's own environment, from which the launcher makes the server's.</param>
    public static EnvironmentBlock Environment(Arm arm, EnvironmentBlock own) =>
        arm.Settings.Aggregate(own, (environment, setting) => Caller.WithSetting(environment, setting.Name, Value(setting, environment)));

    /// <summary>What the server's environment has tuned already stays tuned in every arm.</summary>
    private static string Value(EnvironmentSetting setting, EnvironmentBlock own) => StartSetting.Of(setting.Name) is { LastWins: true } list
        ? list.Extended(Caller.From(own).Environment.ToText().GetValueOrDefault(setting.Name, ""), setting.Value)
        : setting.Value;

    /// <summary>Whether the shell becomes the command or stays above it is the shell's affair: the guard's stop signal reaches both.</summary>
    public static TargetCommand Command(Arm arm, TargetCommand usual) =>
        arm.Command is { } line ? TargetCommand.Of("/bin/sh", "-c", line) : usual;

    /// <exception cref="Failure">A remedy of the arm could not act on its command in its environment.</exception>
    public static void MustApply(Arm arm, EnvironmentBlock own, TargetCommand usual) => ChosenRemedies.MustApply(
        ChosenRemedies.Find(arm.Remedies, experimental: true), Caller.From(Environment(arm, own)).Environment, Command(arm, usual));

    /// <exception cref="Failure">An arm takes more memory, and its server starts where memory is limited.</exception>
    public static void MustHaveMemory(IEnumerable<Arm> arms, EnvironmentBlock own, TargetCommand usual, Host host)
    {
        foreach (var arm in arms)
            ChosenRemedies.MustHaveMemory(
                ChosenRemedies.Find(arm.Remedies, experimental: true), Caller.From(Environment(arm, own)).Environment.ToText(),
                Command(arm, usual).Text, Cgroups.Of(System.Environment.ProcessId), host);
    }
}
