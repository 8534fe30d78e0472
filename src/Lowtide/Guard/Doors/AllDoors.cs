using Lowtide.Capture.Serving;

namespace Lowtide.Guard.Doors;

/// <summary>Each once.</summary>
internal static class AllDoors
{
    public static readonly IReadOnlyList<IDoor> List =
    [
        new UwsgiDoor(), new GunicornDoor(), new PumaDoor(), new UnicornDoor(), new SidekiqDoor(), new CeleryDoor(), new KestrelDoor(),
    ];

    /// <summary>Why nothing is done of another server.</summary>
    public static string None => $"Lowtide knows no way to end a worker of it; it knows those of {string.Join(", ", List.Select(door => door.Server))}";

    /// <summary>Why no worker of a server may be ended; null where one may.</summary>
    public static string? Closed((IDoor Door, ServerFacts Facts)? door, DoorOptions options) => door is not { } found ? None
        : found.Facts.IsOrphaned ? "its master has died: nobody would start another worker"
        : found.Door.Closed(found.Facts, options);

    /// <summary>Of the process that leads a server.</summary>
    /// <returns>Null where there is none for it, or it has gone.</returns>
    public static (IDoor Door, ServerFacts Facts)? Of(int head, TimeProvider time)
    {
        var booted = time.GetUtcNow() - ServerNow.Uptime;
        return ServerFacts.Of(head, ServerQuestions.None, booted) is { } seen && List.FirstOrDefault(door => door.IsOf(seen)) is { } door
            && ServerFacts.Of(head, Questions(door), booted) is { } facts ? (door, facts) : null;
    }

    private static ServerQuestions Questions(IDoor door) => new() { Variables = door.Variables, Settings = door.Settings };
}
