using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Who in a program is behind a call stack, and what the framework was doing for it.</summary>
public static class Blame
{
    /// <summary>Without any call stack.</summary>
    public const string Unknown = "unknown code";

    /// <summary>
    /// All that has an address in its methods' place, as in a trace without its end: each call has one of its own, and whether it is the framework's or
    /// the program's none of them tells.
    /// </summary>
    public const string Nameless = "code without a name";

    private const string Tool = "a diagnostic tool";

    /// <summary>Types that the runtime did not name, and those added up together where there were too many.</summary>
    private const string UnknownTypes = "unknown types";

    /// <summary>Whose namespaces begin so is taken for the framework's; a program that calls itself Microsoft is, too.</summary>
    private static readonly string[] Framework = ["System.", "Microsoft.", "Internal.", "Interop.", "Interop+", "dynamicClass.", "Newtonsoft.Json."];

    private static readonly (string Prefix, string Words)[] Collections =
    [
        ("System.Collections.Generic.List`1", "a List<T>"),
        ("System.Collections.Generic.Dictionary`2", "a Dictionary"),
        ("System.Collections.Generic.HashSet`1", "a HashSet"),
    ];

    private static readonly string[] Growing = [".Grow", ".GrowForInsertion", ".AddWithResize", ".Resize", ".AddRange", ".InsertRange"];

    /// <summary>By these the program itself says how large: they may call those that grow.</summary>
    private static readonly string[] Sizing = [".EnsureCapacity", ".set_Capacity", ".TrimExcess"];

    /// <summary>Initialize is what is left on the stack of a constructor that was compiled into its caller.</summary>
    private static readonly string[] Making = [".ctor", ".Initialize", .. Sizing];

    private static readonly (string Prefix, string Words)[] Serialising =
    [
        ("System.Text.Json.", "JSON"),
        ("Newtonsoft.Json.", "JSON"),
        ("System.Convert.ToBase64", "base64"),
        ("System.Convert.FromBase64", "base64"),
        ("System.Buffers.Text.Base64", "base64"),
        ("System.Convert.TryToBase64", "base64"),
        ("System.Xml.", "XML"),
        ("System.Private.Xml.", "XML"),
        ("System.Text.Encoding.", "text encoding"),
        ("System.Text.UTF8Encoding", "text encoding"), // and what it nests: Encoding.UTF8 is UTF8Encoding+UTF8EncodingSealed
        ("System.Text.StringBuilder.", "a text built up"),
        ("System.IO.MemoryStream.", "a MemoryStream"),
        ("System.IO.StringWriter.", "a text built up"),
        ("System.String.Concat", "texts joined"),
        ("System.String.Join", "texts joined"),
    ];

    /// <summary>The innermost method of the program itself; <see cref="Nameless"/> or <see cref="Unknown"/> where that cannot be told.</summary>
    public static string Caller(DotNetStack? stack)
    {
        if (stack is null || stack.Frames.Count == 0)
            return Unknown;
        for (var frame = stack.Frames.Count - 1; frame >= 0; frame--)
            if (!IsFramework(stack.Frames[frame]))
                return stack.Frames[frame].StartsWith("0x", StringComparison.Ordinal) ? Nameless : stack.Frames[frame];
        // All of it is the framework's: what the outermost of its innermost calls is tells most.
        return stack.Frames.LastOrDefault(name => !name.StartsWith("System.GC.", StringComparison.Ordinal)) ?? stack.Frames[^1];
    }

    /// <summary>
    /// Asked for with no code of the program on the stack: one that was told, and is empty. A session may have been asked for no stacks at all, which the
    /// trace of an idle service does not show by another stack: nothing but the tool's collection is in it.
    /// </summary>
    public static bool IsByTool(DotNetCollection collection, DotNetTrace trace) =>
        collection.IsInduced && trace.Stack(collection.Stack) is { Frames.Count: 0 }
        && (trace.StacksTold || trace.Stacks.Any(stack => stack.Frames.Count > 0));

    /// <summary>Who had the runtime collect.</summary>
    public static string Asker(DotNetCollection collection, DotNetTrace trace) =>
        IsByTool(collection, trace) ? Tool : Caller(trace.Stack(collection.Stack));

    public static bool IsNamed(string caller) => caller is not (Unknown or Nameless or Tool);

    public static string Type(string type) => type.Length > 0 ? type : UnknownTypes;

    /// <summary>"a List&lt;T&gt; grows"; null where no collection does.</summary>
    public static string? Growth(DotNetStack? stack) => CollectionOf(stack) is ({ } collection, var calls) && Grows(calls) ? $"{collection} grows" : null;

    /// <summary>"a HashSet is made at its capacity"; null where no collection is, or it grows.</summary>
    public static string? Sized(DotNetStack? stack) => CollectionOf(stack) is ({ } collection, var calls) && !Grows(calls) && Is(calls[^1], Making)
        ? $"{collection} is made at its capacity" : null;

    /// <summary>The innermost collection that allocated, and its methods on the stack, innermost first; no name where there is none.</summary>
    private static (string? Name, IReadOnlyList<string> Calls) CollectionOf(DotNetStack? stack)
    {
        var named = Inner(stack).Select(frame => (Frame: frame, Words: Words(Collections, frame))).Where(one => one.Words is not null).ToList();
        if (named.Count == 0)
            return (null, []);
        return (named[0].Words, [.. named.Where(one => one.Words == named[0].Words).Select(one => one.Frame)]);
    }

    private static bool Grows(IReadOnlyList<string> calls) => !Is(calls[^1], Sizing) && calls.Any(call => Is(call, Growing));

    private static bool Is(string frame, string[] methods) => Array.Exists(methods, method => frame.EndsWith(method, StringComparison.Ordinal));

    /// <summary>What a buffer is filled with: "JSON", "base64"; null where no serialiser made it.</summary>
    public static string? Serialisation(DotNetStack? stack) =>
        Inner(stack).Select(name => Words(Serialising, name)).FirstOrDefault(words => words is not null);

    /// <summary>The framework's frames that the caller called, innermost first.</summary>
    private static IEnumerable<string> Inner(DotNetStack? stack) => (stack?.Frames ?? []).Reverse().TakeWhile(IsFramework);

    private static bool IsFramework(string name) => Array.Exists(Framework, prefix => name.StartsWith(prefix, StringComparison.Ordinal));

    private static string? Words((string Prefix, string Words)[] table, string name) =>
        Array.Find(table, row => name.StartsWith(row.Prefix, StringComparison.Ordinal)).Words;
}
