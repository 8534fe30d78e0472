namespace Lowtide.Trials.Ready;

/// <summary>By what a server is known to be ready.</summary>
internal abstract record ReadySign
{
    private ReadySign()
    {
    }

    /// <summary>Null of a server without an address.</summary>
    public Uri? Url => (this as Address)?.To;

    /// <summary>What two trials must not have at a time: each would measure the other's server.</summary>
    public abstract string Claim { get; }

    /// <summary>For messages: "at http://127.0.0.1:8000/".</summary>
    public abstract override string ToString();

    /// <param name="To">That answers with a status below 500.</param>
    public sealed record Address(Uri To) : ReadySign
    {
        public override string Claim => $"port {To.Port}";

        public override string ToString() => $"at {To}";
    }

    /// <param name="Line">For the shell; it ends with status 0 once a worker without an address works.</param>
    public sealed record Command(string Line) : ReadySign
    {
        public override string Claim => $"the command of --ready-command ({Line})";

        public override string ToString() => $"by '{Line}'";
    }
}
