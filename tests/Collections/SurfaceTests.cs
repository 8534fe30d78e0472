using System.Reflection;
using System.Runtime.InteropServices;
using Lowtide.Collections;

namespace Lowtide.Tests.Collections;

/// <summary>Each public member of the framework's type is here under the same name, with the same parameters, returning the chunked type.</summary>
public sealed class SurfaceTests
{
    private const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    [Theory]
    [InlineData(typeof(List<>), typeof(ChunkedList<>))]
    [InlineData(typeof(HashSet<>), typeof(ChunkedHashSet<>))]
    [InlineData(typeof(Dictionary<,>), typeof(ChunkedDictionary<,>))]
    public void Every_member_is_there(Type framework, Type chunked)
    {
        var here = chunked.GetMembers(Public).Select(Signature).ToHashSet(StringComparer.Ordinal);
        Assert.Empty(framework.GetMembers(Public).Where(member => !ForBinaryFormatter(member)).Select(Signature).Where(member => !here.Contains(member)));
    }

    [Theory]
    [InlineData(typeof(List<int>), typeof(ChunkedList<int>))]
    [InlineData(typeof(HashSet<int>), typeof(ChunkedHashSet<int>))]
    [InlineData(typeof(Dictionary<int, int>), typeof(ChunkedDictionary<int, int>))]
    public void Every_interface_is_there(Type framework, Type chunked) => Assert.Empty(
        framework.GetInterfaces().Where(one => one.IsPublic && one.Namespace != "System.Runtime.Serialization").Except(chunked.GetInterfaces()));

    /// <summary>
    /// What the framework has beside its types. Not asked for are extensions for interfaces, which take ours as well. Declined:
    /// a span of a whole list, which no list in chunks has. GetChunks gives one of each chunk.
    /// </summary>
    [Theory]
    [InlineData(typeof(CollectionsMarshal), typeof(ChunkedCollectionsMarshal), "AsSpan")]
    [InlineData(typeof(CollectionExtensions), typeof(ChunkedListExtensions), null)]
    public void Every_method_beside_them_is_there(Type framework, Type chunked, string? declined)
    {
        // What is an extension of the framework's may be a member of ours.
        var here = chunked.GetMethods(Public).Concat(typeof(ChunkedList<>).GetMethods(Public)).Select(Signature).ToHashSet(StringComparer.Ordinal);
        Assert.Empty(framework.GetMethods(Public).Where(method => OfOneOfThem(method.GetParameters()[0].ParameterType) && method.Name != declined)
            .Select(Signature).Where(member => !here.Contains(member) && !here.Contains(AsMember(member))));
    }

    private static string AsMember(string extension) =>
        extension.Replace("System.Collections.Generic.List`1[T] list, ", "", StringComparison.Ordinal);

    /// <summary>The framework's type, or one within it (a lookup by other keys).</summary>
    private static bool OfOneOfThem(Type type) => (type.DeclaringType ?? (type.IsGenericType ? type.GetGenericTypeDefinition() : type)) is var own
        && (own == typeof(List<>) || own == typeof(HashSet<>) || own == typeof(Dictionary<,>));

    private static bool ForBinaryFormatter(MemberInfo member) => member.Name is "GetObjectData" or "OnDeserialization" or "ToString";

    private static string Signature(MemberInfo member) => member switch
    {
        MethodBase method => $"{(method as MethodInfo)?.ReturnType} {method.Name}({string.Join<ParameterInfo>(", ", method.GetParameters())})",
        PropertyInfo property => $"{property.PropertyType} {property.Name} {(property.CanWrite ? "set" : "")}",
        _ => member.Name,
    } is var signature ? signature
        .Replace("Lowtide.Collections.Chunked", "System.Collections.Generic.", StringComparison.Ordinal) : "";
}
