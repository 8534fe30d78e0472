using System.Text.RegularExpressions;
using Lowtide.Analysis.Remedies;

namespace Lowtide.Trials.Arms;

/// <summary>
/// An arm as a user writes it: NAME=ITEM[,ITEM...], an item being a remedy's id, env:KEY=VALUE, or command:LINE, which is
/// the last. A comma begins a new item only where one follows; otherwise it belongs to the value before it. What only looks like
/// an item is refused: a slip of the pen would measure another arm than was meant.
/// </summary>
internal static partial class ArmText
{
    private const string Setting = "env:", Command = "command:", Example = "--arm gc=cpython.gc-threshold-0,env:MALLOC_ARENA_MAX=2";

    /// <exception cref="Failure">A wrong call.</exception>
    public static Arm Parse(string text)
    {
        if (text.Split('=', 2) is not [var name, { Length: > 0 } items])
            throw Failure.Wrong($"--arm takes NAME=ITEM[,ITEM...], such as {Example}, not '{text}'");
        if (!Name().IsMatch(name))
            throw Failure.Wrong($"an arm's name is at most 24 letters, digits and . _ + -, the first a letter or digit, not '{name}'");
        if (name == Arm.Baseline.Name)
            throw Failure.Wrong("no arm can be named baseline: that is what every arm is held against");
        var (remedies, settings, command) = (new List<string>(), new List<EnvironmentSetting>(), (string?)null);
        foreach (var item in Items(items))
            if (item.StartsWith(Setting, StringComparison.Ordinal))
                settings.Add(ParseSetting(name, item[Setting.Length..]));
            else if (item.StartsWith(Command, StringComparison.Ordinal))
                command = item[Command.Length..].Trim() is { Length: > 0 } line
                    ? line
                    : throw Failure.Wrong($"--arm {name}: no command behind 'command:'");
            else if (RemedyCatalogue.Find(item) is { } remedy)
                remedies.Add(remedy.Id);
            else
                throw Failure.Wrong($"--arm {name}: '{item}' is no remedy ('lowtide remedies' lists them), no env:KEY=VALUE "
                    + "and no command:LINE");
        return Checked(new Arm(name, [.. remedies.Distinct()], settings, command));
    }

    private static IEnumerable<string> Items(string text)
    {
        var start = 0;
        for (var comma = text.IndexOf(','); comma >= 0; comma = text.IndexOf(',', comma + 1))
        {
            if (text.AsSpan(start).StartsWith(Command))
                break;
            if (!BeginsItem(text[(comma + 1)..]))
                continue;
            yield return text[start..comma];
            start = comma + 1;
        }
        yield return text[start..];
    }

    private static bool BeginsItem(string rest) =>
        rest.StartsWith(Command, StringComparison.Ordinal)
        || rest.StartsWith(Setting, StringComparison.Ordinal)
        || RemedyCatalogue.All.Any(remedy => rest.StartsWith(remedy.Id[..(remedy.Id.IndexOf('.') + 1)], StringComparison.Ordinal));

    private static EnvironmentSetting ParseSetting(string arm, string text) =>
        text.Split('=', 2) is not [var name, var value] || !Variable().IsMatch(name)
            ? throw Failure.Wrong($"--arm {arm}: env: takes KEY=VALUE, such as env:MALLOC_ARENA_MAX=2, not '{text}'")
        : name.StartsWith("LOWTIDE_", StringComparison.Ordinal)
            ? throw Failure.Wrong($"--arm {arm}: {name} is Lowtide's own: name the remedy itself")
        : new EnvironmentSetting(name, value);

    /// <summary>Nothing is set twice: which of the two would count is nothing to guess.</summary>
    private static Arm Checked(Arm arm)
    {
        var twice = arm.Settings.Select(each => each.Name)
            .Concat(Launch.ChosenRemedies.Find(arm.Remedies, experimental: true).SelectMany(remedy => remedy.Launch.Environment.Keys).Distinct())
            .CountBy(each => each)
            .FirstOrDefault(each => each.Value > 1);
        return twice.Key is null ? arm : throw Failure.Wrong($"--arm {arm.Name} sets {twice.Key} twice: name one");
    }

    [GeneratedRegex(@"^[A-Za-z0-9][A-Za-z0-9._+-]{0,23}\z", RegexOptions.NonBacktracking)]
    private static partial Regex Name();

    [GeneratedRegex(@"^[A-Za-z_][A-Za-z0-9_]*\z", RegexOptions.NonBacktracking)]
    private static partial Regex Variable();
}
