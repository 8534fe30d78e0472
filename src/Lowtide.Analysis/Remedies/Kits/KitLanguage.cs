namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>A language that a kit of Lowtide's is written in, and what stands in the kit's place where a user keeps a remedy without it.</summary>
/// <param name="Runtime">As <see cref="Recordings.RuntimeFacts.Name"/> has it.</param>
/// <param name="Word">For a person.</param>
/// <param name="KeptFile">The file to keep, by the remedy's id.</param>
/// <param name="KeptVariable">That brings the file in.</param>
/// <param name="KeptValue">What stands in that variable for it, by the remedy's id.</param>
/// <param name="Against">What of a command keeps the kit out; null for nothing that is certain.</param>
public sealed record KitLanguage(
    Kit Kit,
    string Runtime,
    string Word,
    Func<string, FileToKeep> KeptFile,
    string KeptVariable,
    Func<string, string> KeptValue,
    Func<IReadOnlyList<string>, string?> Against)
{
    public static readonly KitLanguage Python = new(
        Kit.Python, "cpython", "CPython",
        id => new FileToKeep($"{Folder(id)}/sitecustomize.py", KeptSitecustomize.Of(NameOf(id))), "PYTHONPATH", Folder,
        command => PythonCommandLine.OptionAgainstKit(command) is { } option
            ? $"{command[0]} -{option} does not read PYTHONPATH and sitecustomize, by which it comes in" : null);

    public static readonly KitLanguage Ruby = new(
        Kit.Ruby, "cruby", "Ruby",
        id => new FileToKeep($"{Folder(id)}/{NameOf(id)}.rb", KeptRuby.Of(id)), "RUBYOPT", id => $"-r{Folder(id)}/{NameOf(id)}.rb",
        command => command.Skip(1).TakeWhile(word => word.StartsWith('-'))
            .Any(word => word is "--disable-gems" or "--disable=gems" or "--disable-all" or "--disable=all")
            ? $"{command[0]} without RubyGems does not load the file by which it comes in" : null);

    /// <summary>Null for a runtime that no kit is kept for.</summary>
    public static KitLanguage? Of(Recordings.RuntimeFacts? runtime) =>
        runtime?.Name == Python.Runtime ? Python : runtime?.Name == Ruby.Runtime ? Ruby : null;

    /// <summary>Whether a process was started with the file to keep.</summary>
    public bool IsKept(string remedy, IReadOnlyDictionary<string, string> settings) =>
        settings.GetValueOrDefault(KeptVariable, "").Split(':', ' ').Contains(KeptValue(remedy));

    /// <summary>"gc-freeze" of "cpython.gc-freeze".</summary>
    private static string NameOf(string id) => id[(id.IndexOf('.') + 1)..];

    private static string Folder(string id) => $"/etc/{NameOf(id)}";
}
