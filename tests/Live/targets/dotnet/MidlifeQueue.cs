namespace Midlife;

/// <summary>Objects that live through some collections of generation 0 and 1, and die in generation 2.</summary>
internal sealed class MidlifeQueue
{
    private const int Length = 200_000;

    private readonly Queue<Order> _queue = new(Length + 1);

    public void Turn()
    {
        _queue.Enqueue(new Order());
        if (_queue.Count > Length)
            _queue.Dequeue();
    }

    private sealed class Order
    {
        public readonly byte[] Body = new byte[200];
    }
}
