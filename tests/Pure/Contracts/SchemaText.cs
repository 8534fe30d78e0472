using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>A contract as JSON schema: no member may be left out, and none may come unannounced.</summary>
internal sealed class SchemaText
{
    private static readonly JsonSerializerOptions Written = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private readonly JsonObject _definitions = [];
    private readonly Dictionary<string, Type> _defined = [];

    private SchemaText()
    {
    }

    public static string Of(Contract contract)
    {
        var text = new SchemaText();
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$comment"] = "Made from the program's records: see docs/dev/add-a-document.md.",
            ["title"] = contract.Title,
        };
        foreach (var (name, part) in text.Object(contract.Record).ToList())
            schema[name] = part?.DeepClone();
        if (contract.Lines.Count > 0)
            text._definitions["line"] = text.OneOf(contract.Lines);
        if (text._definitions.Count > 0)
            schema["$defs"] = text._definitions;
        return schema.ToJsonString(Written) + "\n";
    }

    /// <summary>As a definition is named: without what only tells types of the program from each other.</summary>
    public static string NameOf(Type type)
    {
        var name = type.Name;
        foreach (var ending in new[] { "Document", "Entry", "Attribute" })
            name = name.EndsWith(ending, StringComparison.Ordinal) ? name[..^ending.Length] : name;
        return DocumentMember.SnakeCase(name);
    }

    private JsonObject Object(Type record)
    {
        var members = DocumentMember.Of(record);
        var schema = Described(DocComments.Of(record), new JsonObject
        {
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["required"] = Texts(members.Select(member => member.Name)),
        });
        schema["properties"] = new JsonObject(members.Select(member => KeyValuePair.Create(
            member.Name, (JsonNode?)Described(member.Text, Of(member.Shape)))));
        return schema;
    }

    private JsonObject OneOf(IEnumerable<Type> records) =>
        new() { ["oneOf"] = new JsonArray([.. records.Select(record => Reference(record, () => Object(record)))]) };

    private JsonObject Of(Shape shape)
    {
        var schema = shape switch
        {
            WordsShape { Words: [var only], OrNull: false } => new JsonObject { ["const"] = only },
            WordsShape words => new() { ["enum"] = Texts(words.Words, words.OrNull) },
            TextShape { Pattern: { } pattern } text when pattern.GetType().Namespace!.StartsWith(nameof(Lowtide), StringComparison.Ordinal) =>
                Reference(pattern.GetType(), () => Described(DocComments.Of(pattern.GetType()), Text(text))),
            TextShape text => Text(text),
            TimeShape => new() { ["type"] = "string", ["format"] = "date-time" },
            FlagShape => new() { ["type"] = "boolean" },
            NumberShape number => Limited(new() { ["type"] = number.IsWhole ? "integer" : "number" },
                ("minimum", number.Limits.Least), ("exclusiveMinimum", number.Limits.Above),
                ("maximum", number.Limits.Most), ("exclusiveMaximum", number.Limits.Below)),
            ListShape list => Limited(new() { ["type"] = "array", ["items"] = Of(list.Item) }, ("minItems", list.Length.Least), ("maxItems", list.Length.Most)),
            MapShape map => Limited(
                new() { ["type"] = "object", ["patternProperties"] = new JsonObject { [map.Keys] = Of(map.Value) }, ["additionalProperties"] = false },
                ("minProperties", map.Length.Least), ("maxProperties", map.Length.Most)),
            RecordShape record => Reference(record.Record, () => DocumentMember.Kinds(record.Record) is { Count: > 0 } kinds
                ? Described(DocComments.Of(record.Record), OneOf(kinds)) : Object(record.Record)),
            _ => throw new NotSupportedException($"{shape} has no schema"),
        };
        if (!shape.OrNull || shape is WordsShape)
            return schema;
        if (schema["type"] is not { } type)
            return new JsonObject { ["anyOf"] = new JsonArray(schema, new JsonObject { ["type"] = "null" }) };
        schema["type"] = new JsonArray(type.DeepClone(), "null");
        return schema;
    }

    private JsonObject Reference(Type type, Func<JsonObject> definition)
    {
        var name = NameOf(type);
        if (!_defined.TryAdd(name, type) && _defined[name] != type)
            throw new NotSupportedException($"{type} and {_defined[name]} would both be $defs/{name}: give one of them another name");
        if (!_definitions.ContainsKey(name))
        {
            // Its place first: a definition stands before those that it needs, and may need itself.
            _definitions[name] = null;
            _definitions[name] = definition();
        }
        return new JsonObject { ["$ref"] = $"#/$defs/{name}" };
    }

    private static JsonArray Texts(IEnumerable<string> texts, bool orNull = false) =>
        new([.. texts.Select(text => JsonValue.Create(text)), .. orNull ? new JsonNode?[1] : []]);

    private static JsonObject Text(TextShape text)
    {
        var schema = Limited(new() { ["type"] = "string" }, ("minLength", text.Length.Least), ("maxLength", text.Length.Most));
        if (text.Pattern is not null)
            schema["pattern"] = text.Pattern.Pattern;
        return schema;
    }

    private static JsonObject Limited(JsonObject schema, params ReadOnlySpan<(string Name, double? Limit)> limits)
    {
        foreach (var (name, limit) in limits)
            if (limit is { } number)
                schema[name] = number;
        return schema;
    }

    private static JsonObject Described(string? text, JsonObject schema)
    {
        if (text is not null)
            schema.Insert(0, "description", text);
        return schema;
    }
}
