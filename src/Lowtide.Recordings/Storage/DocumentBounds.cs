using System.Collections;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json.Serialization.Metadata;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// Holds documents that are read to what the declarations of their members say, as docs/schemas say it of documents that are written
/// (<see cref="SignedAttribute"/> and its like): numbers are finite and not below 0 unless it is said, enumerations have a name, and no list holds a
/// null. The JSON reader alone holds types, and nulls outside of lists.
/// </summary>
public static class DocumentBounds
{
    /// <summary>To be added to a context of serialization.</summary>
    public static void Hold(JsonTypeInfo type)
    {
        if (type.Kind != JsonTypeInfoKind.Object)
            return;
        // What is only computed of the rest is none of the document's.
        var members = type.Properties.Where(property => property is { Get: not null, AttributeProvider: PropertyInfo { CanWrite: true } })
            .Select(property => (Get: property.Get!, Bounds: Of(type.Type, property))).ToList();
        type.OnDeserialized = document =>
        {
            foreach (var (get, bounds) in members)
                bounds.Check(get(document));
        };
    }

    private static MemberBounds Of(Type type, JsonPropertyInfo property)
    {
        var member = (PropertyInfo)property.AttributeProvider!;
        // What is said of a record's parameter is meant for the property.
        var parameter = type.GetConstructors().SelectMany(each => each.GetParameters())
            .FirstOrDefault(each => each.Name == member.Name && each.ParameterType == member.PropertyType);
        return MemberBounds.Of($"{type.Name}.{member.Name}", member, [.. member.GetCustomAttributes(), .. parameter?.GetCustomAttributes() ?? []]);
    }
}

/// <param name="Least">0 unless something else is said.</param>
/// <param name="Above">Not even this.</param>
/// <param name="Items">Of a list or a dictionary; null of any number.</param>
/// <param name="NullItems">Whether one of them may be null.</param>
internal sealed record MemberBounds(string Name, double Least, bool Above, double Most, (int Least, int Most)? Items, bool NullItems)
{
    /// <summary>Times by the clock: no recorder ran before, and nobody adds a year to one beyond.</summary>
    private static readonly DateTimeOffset First = DateTimeOffset.UnixEpoch, Last = new(2999, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public static MemberBounds Of(string name, PropertyInfo member, IReadOnlyList<Attribute> marks)
    {
        var range = marks.OfType<RangeAttribute>().FirstOrDefault();
        var above = marks.OfType<AboveAttribute>().FirstOrDefault();
        var least = range is not null ? Number(range.Minimum)
            : above?.Limit ?? (marks.Any(mark => mark is SignedAttribute) ? double.MinValue : marks.OfType<AtLeastAttribute>().FirstOrDefault()?.Least ?? 0);
        var items = marks.OfType<LengthAttribute>().FirstOrDefault() is { } both ? (both.MinimumLength, both.MaximumLength)
            : marks.OfType<MinLengthAttribute>().FirstOrDefault() is { } few ? (few.Length, int.MaxValue) : ((int, int)?)null;
        var content = new NullabilityInfoContext().Create(member).GenericTypeArguments;
        return new MemberBounds(
            name, least, range?.MinimumIsExclusive ?? above is not null, range is null ? double.MaxValue : Number(range.Maximum), items,
            content is [.., { ReadState: NullabilityState.Nullable }]);
    }

    /// <summary>Of what nothing is said.</summary>
    public static MemberBounds Usual(string name) => new(name, 0, Above: false, double.MaxValue, Items: null, NullItems: false);

    private static double Number(object limit) => Convert.ToDouble(limit, CultureInfo.InvariantCulture);

    /// <exception cref="InvalidDataException">It cannot be.</exception>
    public void Check(object? value)
    {
        switch (value)
        {
            case null or string or bool or ulong or uint:
                break;
            case IDictionary map:
                MustHold(map.Count);
                foreach (var item in map.Values)
                    Item(item);
                break;
            case ICollection list:
                MustHold(list.Count);
                Each(list);
                break;
            case Enum word:
                Must(Enum.IsDefined(word.GetType(), word));
                break;
            case DateTimeOffset at:
                Must(at >= First && at <= Last);
                break;
            case int or long or double:
                Must(Number(value));
                break;
        }
    }

    private void Each(ICollection list)
    {
        switch (list)
        {
            // Without a box a number: these are long.
            case IReadOnlyList<long> numbers:
                foreach (var number in numbers)
                    Must(number);
                break;
            case IReadOnlyList<int> numbers:
                foreach (var number in numbers)
                    Must(number);
                break;
            case IReadOnlyList<double> numbers:
                foreach (var number in numbers)
                    Must(number);
                break;
            default:
                foreach (var item in list)
                    Item(item);
                break;
        }
    }

    private void Item(object? item)
    {
        Must(item is not null || NullItems);
        Check(item);
    }

    private void MustHold(int items) => Must(Items is not { } bounds || (items >= bounds.Least && items <= bounds.Most));

    private void Must(double number) =>
        Must(double.IsFinite(number) && (Above ? number > Least : number >= Least) && number <= Most);

    private void Must(bool holds)
    {
        if (!holds)
            throw new InvalidDataException($"a value of {Name} cannot be");
    }
}
