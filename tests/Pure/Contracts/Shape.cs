using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json.Serialization;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.Contracts;

/// <summary>What JSON may hold in one place, by the type there and the attributes of the member.</summary>
internal abstract record Shape
{
    /// <summary>Whether null may stand there too.</summary>
    public bool OrNull { get; private init; }

    public static Shape Of(PropertyInfo property)
    {
        if (property.Name == "Schema" && Contract.TitleOf(property.DeclaringType!) is { } title)
            return new WordsShape([title]);
        // What is said of a record's parameter is meant for the property.
        var parameter = property.DeclaringType!.GetConstructors().SelectMany(each => each.GetParameters())
            .FirstOrDefault(each => each.Name == property.Name && each.ParameterType == property.PropertyType);
        return Of(
            property.PropertyType, new NullabilityInfoContext().Create(property),
            [.. property.GetCustomAttributes(), .. parameter?.GetCustomAttributes() ?? []]);
    }

    private static Shape Of(Type type, NullabilityInfo nullability, IReadOnlyList<Attribute> marks) =>
        NeverNull(Nullable.GetUnderlyingType(type) ?? type, nullability, marks) with { OrNull = nullability.ReadState == NullabilityState.Nullable };

    private static Shape NeverNull(Type type, NullabilityInfo nullability, IReadOnlyList<Attribute> marks)
    {
        if (marks.OfType<WordsAttribute>().FirstOrDefault() is { } words && !IsMany(type))
            return new WordsShape(WordsOf(words));
        if (marks.OfType<AllowedValuesAttribute>().FirstOrDefault() is { } values && !IsMany(type))
            return new WordsShape([.. values.Values.Select(value => (string)value!)]);
        // Lowtide's converters make texts of what they convert.
        if (type == typeof(string) || marks.Any(mark => mark is JsonConverterAttribute))
            return new TextShape(marks.OfType<RegularExpressionAttribute>().FirstOrDefault(), Length.Of(marks));
        if (type == typeof(DateTimeOffset))
            return new TimeShape();
        if (type == typeof(bool))
            return new FlagShape();
        if (type == typeof(double) || type == typeof(int) || type == typeof(long) || type == typeof(ulong))
            return new NumberShape(type != typeof(double), Limits.Of(marks));
        IReadOnlyList<Attribute> ofContent = [.. marks.Where(mark => mark is not (MinLengthAttribute or MaxLengthAttribute or LengthAttribute))];
        var content = nullability.GenericTypeArguments;
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>))
            return new ListShape(Of(content[0].Type, content[0], ofContent), Length.Of(marks));
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>))
            return new MapShape(
                marks.OfType<RegularExpressionAttribute>().FirstOrDefault()?.Pattern ?? "^.+$", Of(content[1].Type, content[1], ofContent), Length.Of(marks));
        return type.IsClass && type.Namespace!.StartsWith(nameof(Lowtide), StringComparison.Ordinal)
            ? new RecordShape(type) : throw new NotSupportedException($"no schema has a {type} yet: give it a shape here");
    }

    private static bool IsMany(Type type) => type.IsGenericType;

    private static IReadOnlyList<string> WordsOf(WordsAttribute words)
    {
        if (words.List is null)
            return [.. Enum.GetValues(words.Source).Cast<Enum>().Select(JsonWord.Of).Concat(words.OrOther ? [JsonWord.Other] : []).Distinct()];
        const BindingFlags any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        var list = words.Source.GetProperty(words.List, any)?.GetValue(null) ?? words.Source.GetField(words.List, any)!.GetValue(null);
        return [.. ((IEnumerable<object>)list!).Select(each => words.Of is null ? each : Member(each, words.Of))
            .Select(each => each as string ?? (string)Member(each, "Name")).Distinct()];
    }

    private static object Member(object of, string name) => of.GetType().GetProperty(name)!.GetValue(of)!;
}

/// <summary>One of some words; with a single one a constant.</summary>
internal sealed record WordsShape(IReadOnlyList<string> Words) : Shape;

internal sealed record TextShape(RegularExpressionAttribute? Pattern, Length Length) : Shape;

internal sealed record TimeShape : Shape;

internal sealed record FlagShape : Shape;

internal sealed record NumberShape(bool IsWhole, Limits Limits) : Shape;

internal sealed record ListShape(Shape Item, Length Length) : Shape;

internal sealed record MapShape(string Keys, Shape Value, Length Length) : Shape;

internal sealed record RecordShape(Type Record) : Shape;

/// <summary>Of a text, a list or a dictionary.</summary>
internal sealed record Length(int? Least, int? Most)
{
    public static Length Of(IReadOnlyList<Attribute> marks) => marks.OfType<LengthAttribute>().FirstOrDefault() is { } both
        ? new Length(both.MinimumLength, both.MaximumLength)
        : new Length(marks.OfType<MinLengthAttribute>().FirstOrDefault()?.Length, marks.OfType<MaxLengthAttribute>().FirstOrDefault()?.Length);
}

/// <summary>Of a number: 0 or more, unless something else is said.</summary>
internal sealed record Limits(double? Least, double? Above, double? Most, double? Below)
{
    public static Limits Of(IReadOnlyList<Attribute> marks)
    {
        if (marks.OfType<RangeAttribute>().FirstOrDefault() is { } range)
        {
            var (from, to) = (Finite(range.Minimum), Finite(range.Maximum));
            return new Limits(
                range.MinimumIsExclusive ? null : from, range.MinimumIsExclusive ? from : null,
                range.MaximumIsExclusive ? null : to, range.MaximumIsExclusive ? to : null);
        }
        return marks.OfType<AboveAttribute>().FirstOrDefault() is { } above ? new Limits(null, above.Limit, null, null)
            : marks.Any(mark => mark is SignedAttribute) ? new Limits(null, null, null, null)
            : new Limits(marks.OfType<AtLeastAttribute>().FirstOrDefault()?.Least ?? 0, null, null, null);
    }

    private static double? Finite(object limit) =>
        Convert.ToDouble(limit, CultureInfo.InvariantCulture) is var number && double.IsFinite(number) ? number : null;
}
