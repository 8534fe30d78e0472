namespace Lowtide.Recordings.History;

/// <summary>An alert that a watch before had raised.</summary>
/// <param name="Label">Of its family.</param>
/// <param name="Alert">Its rule's id.</param>
/// <param name="Pid">Of who led the family when it was last seen, with <paramref name="StartTicks"/>; 0 where that is not kept any more.</param>
public sealed record PastAlert(string Label, string Alert, DateTimeOffset Since, int Pid, long StartTicks);
