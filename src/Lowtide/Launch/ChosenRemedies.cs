using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Launch;

/// <summary>The remedies that a user named, once it is sure that they can be on together and here.</summary>
internal static class ChosenRemedies
{
    /// <exception cref="Failure">A wrong call: an unknown id, an experiment that was not asked for, or two remedies that exclude each other.</exception>
    public static IReadOnlyList<IRemedy> Find(IEnumerable<string> ids, bool experimental = false)
    {
        var remedies = ids.Distinct()
            .Select(id => RemedyCatalogue.Find(id) ?? throw Failure.Wrong($"no remedy '{id}': "
                + (NearName.Of(id, RemedyCatalogue.All.Select(each => each.Id)) is { } near ? $"'{near}'?" : "'lowtide remedies' lists them")))
            .ToList();
        foreach (var remedy in remedies)
            MustBeAsked(remedy, experimental);
        if (Conflict(remedies) is { } conflict)
            throw Failure.Wrong(conflict);
        return remedies;
    }

    /// <exception cref="Failure">A wrong call: it is an experiment, and nobody asked for one.</exception>
    public static void MustBeAsked(IRemedy remedy, bool experimental)
    {
        if (remedy.IsExperimental && !experimental)
            throw Failure.Wrong($"{remedy.Id} is an experiment (see its risks: 'lowtide remedies {remedy.Id}'): say --experimental to try it");
    }

    /// <exception cref="Failure">A remedy cannot act on this command in this environment, or beside the others, or its library is missing.</exception>
    public static void MustApply(IReadOnlyList<IRemedy> remedies, EnvironmentBlock environment, TargetCommand command)
    {
        foreach (var remedy in remedies)
        {
            // By its name alone: where it lies says nothing of what it is.
            var beside = LaunchEnvironment.WithSettings(
                environment, remedies.Where(other => other != remedy), other => other.Launch.Environment[StartSetting.Preload.Name]);
            var settings = beside.ToText();
            var reason = remedy.RefusalAtLaunch(settings, command.Text)
                ?? (remedy as DotNetRemedy)?.RefusalByFile(() => DotNetProgram.IsServer(settings, command.Text));
            if (reason is not null)
                throw new Failure($"{remedy.Id} would have no effect: {reason}");
            if (remedy.Launch.Environment.ContainsKey(StartSetting.Preload.Name))
                PreloadFile.Of(remedy);
        }
    }

    /// <param name="group">That the server will be in.</param>
    /// <exception cref="Failure">One takes more memory, and memory is limited or nearly all in use: it may end the server.</exception>
    public static void MustHaveMemory(
        IEnumerable<IRemedy> remedies, IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command, CgroupMemory? group, Host host)
    {
        if (remedies.FirstOrDefault(remedy => remedy.TakesMemory) is { } taking
            && ScarceMemory.AtLaunch(environment, group, DotNetProgram.HeapLimitOption(environment, command), host) is { } scarce)
            throw new Failure($"{taking.Id} takes more memory, and {scarce}: it may end the server. Say --anyway to try it");
    }

    internal static string? Conflict(IReadOnlyList<IRemedy> remedies)
    {
        var clash = remedies
            .SelectMany(remedy => remedy.Launch.Environment, (remedy, set) => (remedy.Id, set.Key, set.Value))
            .GroupBy(set => set.Key)
            .FirstOrDefault(sets => sets.Any(one => sets.Any(other => StartSetting.Of(sets.Key).Excludes(one.Value, other.Value))));
        return clash is null
            ? null
            : $"{string.Join(" and ", clash.Select(set => set.Id))} set {clash.Key} to different values: name one";
    }
}
