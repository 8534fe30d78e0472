namespace Lowtide.Tests.Collections;

/// <summary>What a call came to, in words that can be compared: its result, or the type of its exception and the parameter it names.</summary>
internal static class Observed
{
    internal static string Of(Func<object?> call)
    {
        try
        {
            return Words(call());
        }
        catch (ArgumentException failure)
        {
            return $"{failure.GetType()} {failure.ParamName}";
        }
        catch (Exception failure)
        {
            return $"{failure.GetType()} {failure.InnerException?.GetType()}";
        }
    }

    private static string Words(object? value) => value switch
    {
        null => "null",
        string text => text,
        System.Collections.DictionaryEntry entry => $"{entry.Key}: {entry.Value}",
        System.Collections.IEnumerable items => $"[{string.Join(", ", items.Cast<object?>().Select(Words))}]",
        _ => value.ToString() ?? "",
    };
}
