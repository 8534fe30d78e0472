namespace Lowtide.Reports.Report;

/// <summary>What a cell of a heap's picture shows. Colours are Okabe and Ito's, as on the report's page.</summary>
/// <param name="Kind">Of the heap.</param>
internal sealed record HeapLetters(string Kind, char Letter, string Colour, string Meaning)
{
    private static readonly HeapLetters Untold = new("malloc", 'x', "#999999", "not told");

    /// <summary>As they stand in a legend.</summary>
    public static readonly IReadOnlyList<HeapLetters> All =
    [
        new("malloc", 'u', "#0072b2", "used"),
        new("malloc", 'p', "#56b4e9", "used and free on one page"),
        new("malloc", 'f', "#e69f00", "free, and still resident"),
        new("malloc", 't', "#f0e442", "the heap's end, from which new memory is cut, resident"),
        new("malloc", '.', "#eeeeee", "not resident: given back, or never touched"),
        Untold,
        new("ruby", 'o', "#cc79a7", "Ruby: old object, which minor collections leave alone"),
        new("ruby", 'y', "#009e73", "Ruby: young object"),
        new("ruby", 'f', "#e69f00", "Ruby: free slot"),
        new("ruby", 'x', "#999999", "Ruby: not told"),
    ];

    public static HeapLetters Of(string kind, char letter) => All.FirstOrDefault(one => one.Kind == kind && one.Letter == letter) ?? Untold;
}
