using System.Reflection;
using System.Text.Json.Serialization;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>Facts with a value in every member, whoever added it and when: what is kept of them can be held against what was there.</summary>
internal sealed class Filled
{
    private readonly Dictionary<Type, object> _given = [];

    private int _last;

    /// <summary>In the place of what could not be of values that only count up.</summary>
    public Filled With<T>(T value)
        where T : notnull
    {
        _given[typeof(T)] = value;
        return this;
    }

    public T Of<T>() => (T)Value(typeof(T), typeof(T).Name)!;

    private object? Value(Type type, string name)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (_given.TryGetValue(type, out var given))
            return given;
        if (type == typeof(string))
            return $"{name} {++_last}";
        if (type == typeof(bool))
            return true;
        if (type == typeof(DateTimeOffset))
            return DateTimeOffset.UnixEpoch.AddSeconds(++_last);
        if (type == typeof(TimeSpan))
            return TimeSpan.FromSeconds(++_last);
        if (type.IsEnum)
            return Enum.GetValues(type).GetValue(Enum.GetValues(type).Length - 1);
        if (type.IsPrimitive)
            return Convert.ChangeType(++_last, type, System.Globalization.CultureInfo.InvariantCulture);
        if (Element(type) is { } element)
            return List(element, name);
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>))
        {
            var kept = (System.Collections.IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(type.GenericTypeArguments))!;
            kept.Add($"{name} {++_last}", Value(type.GenericTypeArguments[1], name));
            return kept;
        }
        return Record(type);
    }

    private static Type? Element(Type type) => type.IsArray ? type.GetElementType()
        : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>) ? type.GenericTypeArguments[0] : null;

    private Array List(Type element, string name)
    {
        var list = Array.CreateInstance(element, 2);
        for (var index = 0; index < list.Length; index++)
            list.SetValue(Value(element, name), index);
        return list;
    }

    private object Record(Type type)
    {
        var constructor = type.GetConstructors().MaxBy(each => each.GetParameters().Length)
            ?? throw new NotSupportedException($"{type} cannot be made: give one by With");
        var parameters = constructor.GetParameters();
        var made = constructor.Invoke([.. parameters.Select(parameter => Value(parameter.ParameterType, parameter.Name!))]);
        foreach (var property in type.GetProperties().Where(property => property.CanWrite && property.GetCustomAttribute<JsonIgnoreAttribute>() is null
            && !Array.Exists(parameters, parameter => parameter.Name == property.Name)))
            property.SetValue(made, Value(property.PropertyType, property.Name));
        return made;
    }
}
