namespace Lowtide.Capture.Faults;

/// <summary>
/// In how many sets each page is: four bytes a page, in blocks of 16 MiB of address space. So a fault asks one number, however many processes there are.
/// </summary>
internal sealed class PageCounts
{
    private const int PagesABlock = 4096;

    private readonly Dictionary<ulong, int[]> _blocks = [];

    public bool IsAny(ulong page) => _blocks.TryGetValue(page / PagesABlock, out var block) && block[page % PagesABlock] > 0;

    public void Add(PageSet pages) => Change(pages, 1);

    public void Remove(PageSet pages) => Change(pages, -1);

    public void Remove(ulong page) => _blocks[page / PagesABlock][page % PagesABlock]--;

    private void Change(PageSet pages, int by)
    {
        var (number, block) = (ulong.MaxValue, Array.Empty<int>());
        foreach (var page in pages.Pages())
        {
            if (page / PagesABlock != number)
            {
                number = page / PagesABlock;
                if (!_blocks.TryGetValue(number, out block!))
                    _blocks[number] = block = new int[PagesABlock];
            }
            block[page % PagesABlock] += by;
        }
    }
}
