namespace Lowtide.Reports;

/// <summary>Shows the looks of <c>lowtide ps --watch</c> as they come.</summary>
internal interface IPsWatcher
{
    void Show(PsLook look);

    /// <summary>The last one, for a terminal that has another size now.</summary>
    void ShowAgain()
    {
    }
}
