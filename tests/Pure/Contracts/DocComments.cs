using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>What the source says of records and their members: the compiler puts doc comments beside each assembly.</summary>
internal static partial class DocComments
{
    private static readonly Dictionary<Assembly, Dictionary<string, XElement>> Read = [];

    public static string? Of(Type type) => Text(Find(type, $"T:{NameOf(type)}")?.Element("summary"));

    /// <summary>Of one that is a record's parameter, what the record says of that.</summary>
    public static string? Of(PropertyInfo property)
    {
        var record = property.DeclaringType!;
        return Text(
            Find(record, $"T:{NameOf(record)}")?.Elements("param").FirstOrDefault(each => (string?)each.Attribute("name") == property.Name)
            ?? Find(record, $"P:{NameOf(record)}.{property.Name}")?.Element("summary"));
    }

    private static string NameOf(Type type) => type.FullName!.Replace('+', '.');

    private static XElement? Find(Type type, string member)
    {
        if (!Read.TryGetValue(type.Assembly, out var comments))
            Read[type.Assembly] = comments = XDocument.Load(Path.ChangeExtension(type.Assembly.Location, ".xml"))
                .Descendants("member").ToDictionary(each => (string)each.Attribute("name")!);
        return comments.GetValueOrDefault(member);
    }

    /// <summary>References as JSON has what they refer to.</summary>
    private static string? Text(XElement? comment) => comment is null ? null : Space().Replace(string.Concat(comment.Nodes().Select(node => node switch
    {
        XText text => text.Value,
        XElement part when (part.Attribute("cref") ?? part.Attribute("name")) is { } named => DocumentMember.SnakeCase(named.Value.Split('.', ':')[^1]),
        XElement part => part.Value,
        _ => "",
    })), " ").Trim();

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Space();
}
