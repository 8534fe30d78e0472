using System.Text;

namespace Lowtide.Commands.Packaging;

/// <summary>A page in the language of man(7). Whatever is text is written as it stands, also where roff would make something else of it.</summary>
internal sealed class Roff
{
    /// <summary>Of a line of the page's source, which mandoc(1) asks for; where it breaks is not seen.</summary>
    private const int Columns = 80;

    /// <summary>A character of no width.</summary>
    private const string Guard = @"\&";

    private readonly StringBuilder _page = new();

    public static string Bold(string text) => $@"\fB{Escaped(text)}\fR";

    public static string Italic(string text) => $@"\fI{Escaped(text)}\fR";

    /// <summary>
    /// In words that are pasted into a shell a hyphen, a quote, a tilde and a circumflex must stay what they are; plainly written they are set as their
    /// typographic kin (groff_char(7)). Text does not know which of its words are pasted, so that they stay everywhere.
    /// </summary>
    public static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
            escaped.Append(rune.Value switch
            {
                '\\' => @"\e",
                '-' => @"\-",
                '\'' => @"\(aq",
                '"' => @"\(dq",
                '`' => @"\(ga",
                '^' => @"\(ha",
                '~' => @"\(ti",
                < 128 => rune.ToString(),
                var other => $@"\[u{other:X4}]",
            });
        return escaped.ToString();
    }

    /// <param name="arguments">Escaped here, but for hyphens: a date is read by them.</param>
    public Roff Macro(string name, params string[] arguments)
    {
        _page.Append('.').Append(name);
        foreach (var argument in arguments)
            _page.Append($" \"{argument.Replace(@"\", @"\e").Replace("\"", @"\(dq")}\"");
        _page.Append('\n');
        return this;
    }

    /// <summary>A paragraph, which is filled.</summary>
    public Roff Text(string text)
    {
        var line = new StringBuilder();
        foreach (var word in text.Split(' ').Select(Escaped))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > Columns - Guard.Length)
            {
                Line(line.ToString());
                line.Clear();
            }
            line.Append(line.Length > 0 ? " " : "").Append(word);
        }
        return Line(line.ToString());
    }

    /// <summary>Of parts that are escaped. A dot in front, or a quote, would make a macro of it.</summary>
    public Roff Line(string escaped)
    {
        _page.Append(escaped is ['.' or '\'', ..] ? Guard : "").Append(escaped).Append('\n');
        return this;
    }

    /// <summary>A term with what is said of it.</summary>
    public Roff Entry(string escapedTerm, string text) => Macro("TP").Line(escapedTerm).Text(text);

    /// <summary>Lines that are neither filled nor set in another way than they stand.</summary>
    public Roff Example(IEnumerable<string> lines)
    {
        Macro("PP").Macro("RS", "4").Macro("EX");
        foreach (var line in lines)
            Line(Escaped(line));
        return Macro("EE").Macro("RE");
    }

    public override string ToString() => _page.ToString();
}
