namespace Lowtide.Trials.Loads;

/// <summary>What a load command left when it ended.</summary>
/// <param name="Printed">On standard output.</param>
/// <param name="Documents">Of each <c>lowtide load</c> that ran in it, whatever its first word was.</param>
internal sealed record LoadOutput(string Printed, IReadOnlyList<string> Documents)
{
    public static LoadOutput Of(string printed) => new(printed, []);
}
