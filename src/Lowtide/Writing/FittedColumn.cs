namespace Lowtide.Writing;

/// <param name="Name">Its head; right-aligned with a leading ">".</param>
/// <param name="Worth">Of the columns for which a terminal is too narrow, those worth least are left out.</param>
internal sealed record FittedColumn(string Name, int Worth = FittedColumn.Always)
{
    /// <summary>Never left out: without it a row says nothing, and rather a line is too long.</summary>
    public const int Always = int.MaxValue;

    /// <summary>The last one may go on below itself: it holds a list, parted by commas.</summary>
    public bool Folds { get; init; }

    /// <summary>As that, with a sentence, which goes on word by word.</summary>
    public bool FoldsByWord { get; init; }

    public bool IsRight => Name.StartsWith('>');

    public string Head => Name.TrimStart('>');

    public static implicit operator FittedColumn(string name) => new(name);
}
