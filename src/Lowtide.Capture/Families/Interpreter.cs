namespace Lowtide.Capture.Families;

/// <summary>
/// How an interpreter is called, as its manual says: python(1), ruby(1), node(1), perlrun(1), php(1), and 'dotnet --help'. Where an option is not known nobody
/// can tell a script from an option's value, which may be a secret: then none is told.
/// </summary>
internal sealed record Interpreter
{
    /// <summary>What its name begins with; digits, points and a "t" may follow.</summary>
    private string[] Names { get; init; } = [];

    /// <summary>Letters of options that stand alone.</summary>
    private string Plain { get; init; } = "";

    /// <summary>Whose value, if any, is the rest of their word.</summary>
    private string Attached { get; init; } = "";

    /// <summary>Whose value is the rest of their word, or else the next one.</summary>
    private string Valued { get; init; } = "";

    /// <summary>Whose value is what runs: a module, or a file.</summary>
    private char? Run { get; init; }

    /// <summary>Long options that take the next word where they have no "=".</summary>
    private string[] LongValued { get; init; } = [];

    /// <summary>What those begin with that never take it.</summary>
    private string[] LongPlain { get; init; } = [];

    private string[] LongCode { get; init; } = [];

    /// <summary>What the first word that is no option is worth; null where it is no script.</summary>
    private Func<string, string?> Script { get; init; } = Path.GetFileName;

    /// <summary>Before a script.</summary>
    private string? Verb { get; init; }

    /// <summary>A script behind which "exec" and another one stand.</summary>
    private string? Bundler { get; init; }

    public static readonly IReadOnlyList<Interpreter> All =
    [
        new() { Names = ["python", "pypy"], Plain = "bBdEhiIOPqRsStuvVx?", Valued = "WX", Run = 'm', LongValued = ["--check-hash-based-pycs"] },
        new()
        {
            Names = ["ruby"], Plain = "acdhlnpsSUvwy", Attached = "0FiKTWx", Valued = "rICEX", LongPlain = ["--"], Bundler = "bundle",
            LongValued = ["--encoding", "--external-encoding", "--internal-encoding", "--enable", "--disable"],
        },
        new()
        {
            Names = ["node", "nodejs"], Plain = "chiv", Valued = "rC",
            LongValued = ["--require", "--import", "--loader", "--experimental-loader", "--conditions", "--title", "--inspect-port", "--env-file"],
            LongPlain = ["--inspect", "--enable-", "--expose", "--trace-", "--no-",
                "--experimental-", "--preserve-", "--throw-", "--abort-", "--watch"],
            LongCode = ["--eval", "--print"],
        },
        new() { Names = ["perl"], Plain = "acfnpsStTuUvwWX", Attached = "0lidDFCxmM", Valued = "I" },
        new() { Names = ["php"], Plain = "aeCHhilmnqsvw", Valued = "dczgt", Run = 'f' },
        new()
        {
            Names = ["dotnet"], Verb = "exec", Script = word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? Path.GetFileName(word) : null,
            LongValued = ["--additionalprobingpath", "--additional-deps", "--depsfile", "--runtimeconfig", "--roll-forward", "--fx-version"],
        },
    ];

    /// <returns>Null where it is none.</returns>
    public static Interpreter? Of(string program) => All.FirstOrDefault(one => one.IsCalled(program));

    private bool IsCalled(string program) => Names.Any(name => program.StartsWith(name, StringComparison.Ordinal)
        && program[name.Length..].TrimEnd('t').All(letter => char.IsAsciiDigit(letter) || letter == '.'));

    /// <param name="words">A command line; the first word is its own name.</param>
    /// <returns>File name of the script, or the module, that it runs; null where that is not known, or it runs none.</returns>
    public string? ScriptOf(IReadOnlyList<string> words)
    {
        for (var at = 1; at < words.Count; at++)
        {
            var word = words[at];
            if (word == "--")
                return Named(words.ElementAtOrDefault(at + 1) ?? "");
            if (word is ['-', '-', ..])
            {
                if (!TrySkipLong(word, ref at))
                    return null;
            }
            else if (word is ['-', ..])
            {
                if (!TrySkipShort(words, ref at, out var runs))
                    return runs;
            }
            else if (Bundler is not null && Path.GetFileName(word) == Bundler && words.ElementAtOrDefault(at + 1) == "exec")
            {
                return words.ElementAtOrDefault(at + 2) is { } command and not ['-', ..] ? Path.GetFileName(command) : null;
            }
            else if (word != Verb)
            {
                return Named(word);
            }
        }
        return null;
    }

    private string? Named(string word) => Script(word.TrimEnd('/')) is { Length: > 0 } script ? script : null;

    private bool TrySkipLong(string word, ref int at)
    {
        var name = word.Split('=')[0];
        if (LongCode.Contains(name))
            return false;
        if (name != word)
            return true;
        if (LongValued.Contains(name))
        {
            at++;
            return true;
        }
        return LongPlain.Any(plain => name.StartsWith(plain, StringComparison.Ordinal));
    }

    /// <summary>Letters may stand together: "-um app".</summary>
    private bool TrySkipShort(IReadOnlyList<string> words, ref int at, out string? runs)
    {
        runs = null;
        var word = words[at];
        for (var letter = 1; letter < word.Length; letter++)
        {
            var rest = word[(letter + 1)..];
            if (word[letter] == Run)
            {
                runs = rest.Length > 0 ? rest : words.ElementAtOrDefault(at + 1);
                runs = Path.GetFileName(runs) is { Length: > 0 } name ? name : null;
                return false;
            }
            if (Attached.Contains(word[letter]))
                return true;
            if (Valued.Contains(word[letter]))
            {
                at += rest.Length == 0 ? 1 : 0;
                return true;
            }
            if (!Plain.Contains(word[letter]))
                return false;
        }
        // A dash alone is standard input.
        return word.Length > 1;
    }
}
