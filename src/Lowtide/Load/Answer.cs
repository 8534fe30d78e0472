namespace Lowtide.Load;

/// <summary>What came back for one request.</summary>
/// <param name="Status">0 where there was no answer.</param>
/// <param name="BodyFits">Whether the body has the text that it must have.</param>
/// <param name="WhyNone">Why there was no whole answer; null if there was one.</param>
/// <param name="Beginning">Of the body, in printable letters; null where nobody will ask what came.</param>
internal readonly record struct Answer(int Status, bool BodyFits, string? WhyNone, string? Beginning = null)
{
    public static Answer None(string why) => new(0, false, why);
}
