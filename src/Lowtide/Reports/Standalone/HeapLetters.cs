namespace Lowtide.Reports.Standalone;

/// <summary>What a cell of a heap's picture shows. Colours are Okabe and Ito's, as on the report's page.</summary>
internal sealed record HeapLetters(char Letter, string Colour, string Meaning)
{
    /// <summary>As they stand in a legend.</summary>
    public static readonly IReadOnlyList<HeapLetters> All =
    [
        new('u', "#0072b2", "used"),
        new('p', "#56b4e9", "used and free on one page"),
        new('f', "#e69f00", "free, and still resident"),
        new('t', "#f0e442", "the heap's end, from which new memory is cut, resident"),
        new('.', "#eeeeee", "not resident: given back, or never touched"),
        new('x', "#999999", "not told"),
    ];

    public static HeapLetters Of(char letter) => All.FirstOrDefault(one => one.Letter == letter) ?? All[^1];
}
