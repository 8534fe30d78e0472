namespace Lowtide.Capture.Pages;

/// <summary>Words of a process's memory that have been read already.</summary>
internal interface IWords
{
    /// <param name="address">A multiple of 8.</param>
    bool TryWord(ulong address, out ulong word);
}
