namespace Midlife;

/// <summary>
/// Orders live through some collections of generation 0 and 1 and die in generation 2; drafts wait for a moment only, and die young. Both know of each
/// object that is let go in which generation it is.
/// </summary>
/// <param name="everyTurns">So often all is collected, blocking and compacting; null for as the runtime sees fit.</param>
internal sealed class MidlifeQueue(int? everyTurns = null)
{
    private const int Orders = 200_000, Drafts = 500;

    private readonly Queue<Order> _orders = new(Orders + 1);
    private readonly Queue<Draft> _drafts = new(Drafts + 1);
    private int _turns;

    public void Turn()
    {
        _orders.Enqueue(new Order());
        if (_orders.Count > Orders)
            Ledger.LetGo(_orders.Dequeue(), Order.Bytes);
        _drafts.Enqueue(new Draft());
        if (_drafts.Count > Drafts)
            Ledger.LetGo(_drafts.Dequeue(), Draft.Bytes);
        if (++_turns % everyTurns == 0)
            LimitWatcher.Compact();
    }

    private sealed class Order
    {
        /// <summary>Of 64-bit .NET: header, type and field; header, type, length and elements.</summary>
        public const int Bytes = 24 + 224;

        public readonly byte[] Body = new byte[200];
    }

    private sealed class Draft
    {
        public const int Bytes = 24 + 224;

        public readonly sbyte[] Body = new sbyte[200];
    }
}
