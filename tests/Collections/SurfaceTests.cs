using System.Reflection;
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

    private static bool ForBinaryFormatter(MemberInfo member) => member.Name is "GetObjectData" or "OnDeserialization" or "ToString";

    private static string Signature(MemberInfo member) => member switch
    {
        MethodBase method => $"{(method as MethodInfo)?.ReturnType} {method.Name}({string.Join<ParameterInfo>(", ", method.GetParameters())})",
        PropertyInfo property => $"{property.PropertyType} {property.Name} {(property.CanWrite ? "set" : "")}",
        _ => member.Name,
    } is var signature ? signature
        .Replace("Lowtide.Collections.Chunked", "System.Collections.Generic.", StringComparison.Ordinal) : "";
}
