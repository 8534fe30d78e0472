namespace Lowtide.Reports.Ps;

/// <summary>Shows the looks of <c>lowtide ps --watch</c> as they come.</summary>
internal interface IPsWatcher
{
    void Show(PsSnapshot look);

    /// <summary>The last one, for a terminal that has another size now.</summary>
    void ShowAgain()
    {
    }
}
