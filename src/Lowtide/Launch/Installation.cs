namespace Lowtide.Launch;

/// <param name="Folder">lib/ of the installation: where lowtide-program and its guard are.</param>
internal sealed record Installation(string Folder)
{
    public static Installation Current { get; } = new(AppContext.BaseDirectory);

    public string Program => Path.Combine(Folder, "lowtide-program");

    public string Guard => Path.Combine(Folder, "guard");
}
