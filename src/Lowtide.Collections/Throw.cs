using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Lowtide.Collections;

/// <summary>The exceptions of the framework's collections, thrown out of line so that the callers stay small enough to be inlined.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    internal static void OutOfRange(string parameter) => throw new ArgumentOutOfRangeException(parameter);

    /// <summary>As where the array of a List has become shorter.</summary>
    [DoesNotReturn]
    [SuppressMessage("Usage", "CA2201", Justification = "The same exception as the framework's.")]
    [SuppressMessage("Usage", "MA0012", Justification = "The same exception as the framework's.")]
    internal static void NoSlot() => throw new IndexOutOfRangeException();

    [DoesNotReturn]
    internal static void TooShort(string? parameter = null) =>
        throw new ArgumentException("The range or the destination has too few elements for what is asked.", parameter);

    [DoesNotReturn]
    internal static void Changed() => throw new InvalidOperationException("The collection was changed while it was enumerated.");

    [DoesNotReturn]
    internal static void NoCurrent() => throw new InvalidOperationException("The enumeration has not begun or is over.");

    [DoesNotReturn]
    internal static void ChangedByThreads() =>
        throw new InvalidOperationException("Several threads changed the collection at once, which it does not support. Its content is not to be relied on.");

    [DoesNotReturn]
    internal static void SameKey<TKey>(TKey key) => throw new ArgumentException($"The key is there already: {key}", paramName: null);

    [DoesNotReturn]
    internal static void NoSuchKey<TKey>(TKey key) => throw new KeyNotFoundException($"The key is not there: {key}");

    /// <summary>Every member that takes a key calls it so.</summary>
    [DoesNotReturn]
    [SuppressMessage("Usage", "MA0015", Justification = "The caller's parameter.")]
    internal static void NullKey() => throw new ArgumentNullException("key");

    /// <summary>The framework names no parameter here.</summary>
    [DoesNotReturn]
    internal static void WrongArray(Exception? why = null) =>
        throw new ArgumentException("The array has more than one dimension, does not begin at 0 or is for elements of another type.", paramName: null, why);

    [DoesNotReturn]
    internal static void WrongType(object? value, Type wanted, string parameter) =>
        throw new ArgumentException($"{value} is no {wanted}.", parameter);

    /// <summary>What the framework's collections throw where an array would be longer than the runtime allows.</summary>
    [DoesNotReturn]
    [SuppressMessage("Usage", "CA2201", Justification = "The same exception as the framework's.")]
    [SuppressMessage("Usage", "MA0012", Justification = "The same exception as the framework's.")]
    internal static void TooMany() => throw new OutOfMemoryException("A collection cannot hold so many elements.");

    [DoesNotReturn]
    internal static void UnknownLayout() =>
        throw new PlatformNotSupportedException("This runtime lays out a dictionary's entries in another way than Lowtide.Collections knows; use Dictionary.");

    internal static void IfNegative(int value, [CallerArgumentExpression(nameof(value))] string parameter = "")
    {
        if (value < 0)
            OutOfRange(parameter);
    }

    /// <summary>A null where <typeparamref name="T"/> has none.</summary>
    internal static void IfNullIsNoElement<T>(object? value, string parameter)
    {
        if (value is null && default(T) is not null)
            throw new ArgumentNullException(parameter);
    }
}
