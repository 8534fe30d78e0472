namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>A file of a kit (kits/ of the source), which is embedded here: unpacked to act in a target, shown for a user to keep.</summary>
/// <param name="Path">Below the kit's folder.</param>
public sealed record KitFile(string Path, byte[] Content)
{
    /// <summary>In the order of their paths.</summary>
    public static IReadOnlyList<KitFile> Of(Kit kit)
    {
        var assembly = typeof(KitFile).Assembly;
        var prefix = $"kits/{kit.Name}/";
        return [.. assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(name =>
            {
                using var stream = assembly.GetManifestResourceStream(name)!;
                var content = new byte[stream.Length];
                stream.ReadExactly(content);
                return new KitFile(name[prefix.Length..], content);
            })];
    }
}
