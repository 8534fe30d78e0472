using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>A member of a record as JSON has it.</summary>
/// <param name="Text">What is said of it; null where its name says all.</param>
internal sealed record DocumentMember(string Name, Shape Shape, string? Text)
{
    /// <summary>In the order of the source, behind the word that tells one kind of a union from another.</summary>
    public static IReadOnlyList<DocumentMember> Of(Type record)
    {
        var properties = record.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.GetCustomAttribute<JsonIgnoreAttribute>() is null)
            .OrderBy(property => property.MetadataToken)
            .Select(property => new DocumentMember(NameOf(property), Shape.Of(property), DocComments.Of(property)));
        return Kind(record) is { } kind ? [kind, .. properties] : [.. properties];
    }

    /// <summary>Of a record that stands for others: these. Empty of all else.</summary>
    public static IReadOnlyList<Type> Kinds(Type record) =>
        [.. record.GetCustomAttributes<JsonDerivedTypeAttribute>(inherit: false).Select(kind => kind.DerivedType)];

    public static string SnakeCase(string name) => JsonNamingPolicy.SnakeCaseLower.ConvertName(name);

    private static DocumentMember? Kind(Type record)
    {
        var kind = record.BaseType!.GetCustomAttributes<JsonDerivedTypeAttribute>(inherit: false).FirstOrDefault(each => each.DerivedType == record);
        return kind is null ? null : new DocumentMember(
            record.BaseType!.GetCustomAttribute<JsonPolymorphicAttribute>()!.TypeDiscriminatorPropertyName!,
            new WordsShape([(string)kind.TypeDiscriminator!]), null);
    }

    private static string NameOf(PropertyInfo property) => property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name ?? SnakeCase(property.Name);
}
