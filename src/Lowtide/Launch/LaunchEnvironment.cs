using System.Globalization;
using System.Text;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Launch;

/// <summary>The environment that a target starts with: the caller's, but for what the remedies set.</summary>
internal static class LaunchEnvironment
{
    /// <param name="kitFolder">The folder of a kit that a remedy needs.</param>
    /// <param name="preload">The file of the library that a remedy has loaded first.</param>
    /// <param name="watch">Have Python's kit note its calls though no remedy needs it.</param>
    /// <param name="keeper">Have it keep an idle copy of the master from before its first fork.</param>
    /// <param name="watchRuby">Have Ruby's kit keep what its collector counts though no remedy needs it.</param>
    /// <param name="untilDeploy">Have it count cycles too: null for no; else how long they have to grow.</param>
    public static EnvironmentBlock With(
        EnvironmentBlock caller, IReadOnlyList<IRemedy> remedies, Func<Kit, string> kitFolder, Func<IRemedy, string> preload,
        bool watch = false, TimeSpan? untilDeploy = null, bool keeper = false, bool watchRuby = false)
    {
        var environment = WithSettings(caller, remedies, preload);
        if (untilDeploy is { } time)
            environment = environment.With(WatchedSettings.CyclesTime, time.TotalSeconds.ToString(CultureInfo.InvariantCulture));
        if (keeper)
            environment = environment.With("LOWTIDE_KEEPER", "1");
        var kits = remedies.SelectMany(remedy => remedy.Launch.Kits).ToHashSet();
        if (watch || keeper || untilDeploy is not null)
            kits.Add(Kit.Python);
        if (watchRuby)
            kits.Add(Kit.Ruby);
        foreach (var kit in kits)
            environment = InFront(environment, kit.Variable, Path.Combine(kitFolder(kit), kit.Start));
        return remedies.Count == 0 ? environment : WithIds(environment, remedies);
    }

    /// <summary>The variables that remedies set by themselves, without those that bring in a kit.</summary>
    public static EnvironmentBlock WithSettings(EnvironmentBlock caller, IEnumerable<IRemedy> remedies, Func<IRemedy, string> preload)
    {
        var environment = caller;
        foreach (var remedy in remedies)
            foreach (var (name, value) in remedy.Launch.Environment)
                environment = name == StartSetting.Preload.Name ? InFront(environment, name, preload(remedy))
                    : StartSetting.Of(name) is { IsList: true } list ? environment.With(name, list.Extended(Text(environment, name), value))
                    : environment.With(name, value);
        return environment;

        static string Text(EnvironmentBlock environment, string name) => Encoding.UTF8.GetString(environment.Get(name) ?? []);
    }

    /// <summary>To a list with colons. An empty one means none; "KIT:" would add the working directory to Python's.</summary>
    private static EnvironmentBlock InFront(EnvironmentBlock environment, string name, string folder)
    {
        var first = Encoding.UTF8.GetBytes(folder);
        byte[] inFront = [.. first, (byte)':'];
        return environment.Get(name) switch
        {
            null or [] => environment.With(name, first),
            var all when all.AsSpan().SequenceEqual(first) || all.AsSpan().StartsWith(inFront) => environment,
            var others => environment.With(name, [.. inFront, .. others]),
        };
    }

    /// <summary>Kits learn from LOWTIDE_REMEDIES what to switch on; an outer 'lowtide run' may have set it.</summary>
    private static EnvironmentBlock WithIds(EnvironmentBlock environment, IReadOnlyList<IRemedy> remedies)
    {
        var outer = Encoding.UTF8.GetString(environment.Get(WatchedSettings.Remedies) ?? []);
        var ids = outer.Split(',', StringSplitOptions.RemoveEmptyEntries).Concat(remedies.Select(remedy => remedy.Id));
        return environment.With(WatchedSettings.Remedies, string.Join(',', ids.Distinct()));
    }
}
