using System.ComponentModel.DataAnnotations;

namespace Lowtide.Recordings;

// What the type of a document's member does not say of it. docs/schemas and the types of the report's page are made of these, of the attributes of
// System.ComponentModel.DataAnnotations and of doc comments, by tests/Pure/Contracts. Of a list they hold for what it holds, but for its length;
// of a dictionary, words for its keys and numbers for its values.

/// <summary>It may be below 0, which no other number is.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class SignedAttribute : Attribute;

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class AtLeastAttribute(double least) : Attribute
{
    public double Least { get; } = least;
}

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class AboveAttribute(double limit) : Attribute
{
    public double Limit { get; } = limit;
}

/// <summary>One of the code's own words and no other.</summary>
/// <param name="source">An enumeration, whose names are the words; or what holds <paramref name="list"/>.</param>
/// <param name="list">A static member that lists the words, or what has them for a name.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class WordsAttribute(Type source, string? list = null) : Attribute
{
    public Type Source { get; } = source;

    public string? List { get; } = list;

    /// <summary>The member of each in the list that is meant; null where it is each itself.</summary>
    public string? Of { get; init; }

    /// <summary>It is a number of a runtime's, and a newer one may give what has no name here: "other".</summary>
    public bool OrOther { get; init; }
}

/// <summary>subject.what, lower case with dashes</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class IdAttribute() : RegularExpressionAttribute(@"^[a-z0-9]+\.[a-z0-9]+(-[a-z0-9]+)*$");

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class MetricNameAttribute() : RegularExpressionAttribute("^[a-z][a-z0-9]*(_[a-z0-9]+)*$");
