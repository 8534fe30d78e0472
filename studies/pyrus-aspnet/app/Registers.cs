using System.Runtime.InteropServices;
using Lowtide.Collections;

namespace Forms;

/// <summary>Rows put together for one client, in a list that nobody told how long it will be.</summary>
internal sealed class Registers(Storage storage, bool chunked)
{
    public async Task<object> SummaryAsync(int rows)
    {
        IList<Row> register = chunked ? new ChunkedList<Row>() : new List<Row>();
        for (var number = 0; number < rows; number++)
            register.Add(new Row(number, number % 7, number * 60L));
        await storage.SaveAsync("register", register.Count);
        return new { rows = register.Count, last = register[rows - 1].Due };
    }

    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Row(int Id, int State, long Due);
}
