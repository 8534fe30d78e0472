using System.Text;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>A contract as types of TypeScript, for the page that is built from it.</summary>
internal sealed class TypeScriptText
{
    private const int MostLetters = 160;

    private readonly StringBuilder _text = new();
    private readonly HashSet<Type> _written = [];
    private readonly Queue<Type> _awaited = [];

    private TypeScriptText()
    {
    }

    public static string Of(Contract contract)
    {
        var written = new TypeScriptText();
        written._text.Append("// Made from the program's records: see docs/dev/add-a-document.md.\n");
        written.Await(contract.Record);
        while (written._awaited.TryDequeue(out var record))
            written.Write(record);
        return written._text.ToString();
    }

    private void Write(Type record)
    {
        _text.Append('\n');
        Comment("", DocComments.Of(record));
        if (DocumentMember.Kinds(record) is { Count: > 0 } kinds)
        {
            _text.Append($"export type {record.Name} =\n  | {string.Join("\n  | ", kinds.Select(Await))};\n");
            return;
        }
        _text.Append($"export interface {record.Name} {{\n");
        foreach (var member in DocumentMember.Of(record))
        {
            Comment("  ", member.Text);
            _text.Append($"  readonly {member.Name}: {Of(member.Shape)};\n");
        }
        _text.Append("}\n");
    }

    private string Of(Shape shape)
    {
        var type = shape switch
        {
            WordsShape words => string.Join(" | ", words.Words.Select(word => $"\"{word}\"")),
            TextShape or TimeShape => "string",
            FlagShape => "boolean",
            NumberShape => "number",
            ListShape list => $"readonly {(Of(list.Item) is var of && of.Contains(' ') ? $"({of})" : of)}[]",
            MapShape map => $"Readonly<Record<string, {Of(map.Value)}>>",
            RecordShape record => Await(record.Record),
            _ => throw new NotSupportedException($"{shape} has no type"),
        };
        return shape.OrNull ? $"{type} | null" : type;
    }

    private string Await(Type record)
    {
        if (_written.Add(record))
            _awaited.Enqueue(record);
        return record.Name;
    }

    private void Comment(string indent, string? text)
    {
        if (text is null)
            return;
        if (indent.Length + text.Length + "/**  */".Length <= MostLetters)
        {
            _text.Append($"{indent}/** {text} */\n");
            return;
        }
        _text.Append($"{indent}/**\n");
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (indent.Length + " * ".Length + line.Length + 1 + word.Length > MostLetters)
            {
                _text.Append($"{indent} * {line}\n");
                line = "";
            }
            line = line.Length == 0 ? word : $"{line} {word}";
        }
        _text.Append($"{indent} * {line}\n{indent} */\n");
    }
}
