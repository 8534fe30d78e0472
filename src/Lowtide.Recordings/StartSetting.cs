namespace Lowtide.Recordings;

/// <summary>An environment variable that the loader, the C library or a language obeys as a program starts: how it is written, and when it is read.</summary>
/// <param name="Between">Between the values of a list; null for a variable of one value.</param>
/// <param name="BeforeProgram">Read before the program runs: what the program sets by itself, as uWSGI's env lines do, comes too late.</param>
/// <param name="LastWins">The list is of NAME=VALUE, of which the last of a name wins; of any other list the first that has what is looked for.</param>
public sealed record StartSetting(string Name, char? Between = null, bool BeforeProgram = false, bool LastWins = false)
{
    public static readonly StartSetting
        ArenaMax = new("MALLOC_ARENA_MAX", BeforeProgram: true),
        Tunables = new("GLIBC_TUNABLES", ':', BeforeProgram: true, LastWins: true),
        Preload = new("LD_PRELOAD", ':', BeforeProgram: true);

    /// <summary>Those that are read before the program, and lists.</summary>
    public static readonly IReadOnlyList<StartSetting> Known =
        [ArenaMax, Tunables, Preload, new("PYTHONPATH", ':'), new(WatchedSettings.RubyFolders, ':'), new("RUBYOPT", ' ')];

    public static StartSetting Of(string name) => Known.FirstOrDefault(setting => setting.Name == name) ?? new StartSetting(name);

    public bool IsList => Between is not null;

    /// <summary>Its values in an environment; the loader takes blanks between libraries too (ld.so(8)).</summary>
    public IReadOnlyList<string> In(IReadOnlyDictionary<string, string> environment) =>
        Split(environment.GetValueOrDefault(Name, ""));

    /// <summary>What the list becomes with these values: all that was there stays, but for what the new ones decide.</summary>
    public string Extended(string before, string added)
    {
        var (old, own) = (Split(before), Split(added));
        return string.Join(Between ?? ':', LastWins
            ? old.Where(value => !own.Any(ours => Key(ours) == Key(value))).Concat(own)
            : own.Concat(old.Except(own)));
    }

    /// <summary>Whether a program cannot be started with both: other names of a list stand beside each other, of one name there is one value.</summary>
    public bool Excludes(string one, string other) => LastWins
        ? Split(one).Any(ours => Split(other).Any(theirs => Key(ours) == Key(theirs) && ours != theirs))
        : one != other;

    private string[] Split(string text) =>
        Between is null ? [text] : text.Split(this == Preload ? [':', ' '] : [Between.Value], StringSplitOptions.RemoveEmptyEntries);

    private static string Key(string value) => value.Split('=')[0];
}
