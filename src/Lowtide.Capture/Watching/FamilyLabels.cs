namespace Lowtide.Capture.Watching;

/// <summary>
/// Names for families, each for one: the program's, with a number from 2 on where another has it. A server that was started anew in the same folder by the same
/// command line gets the name that it had, so that its curves go on.
/// </summary>
public sealed class FamilyLabels
{
    /// <summary>Names longer than any program's are cut: whoever names a process chooses them.</summary>
    private const int Longest = 40;

    /// <summary>Of labels that are remembered: names are chosen by whoever starts a program.</summary>
    private const int Most = 10_000;

    private readonly Dictionary<string, string> _byIdentity = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _holders = new(StringComparer.Ordinal);

    /// <summary>As another watch gave it before.</summary>
    public void Remember(string identity, string label)
    {
        if (_holders.Count < Most)
            (_holders[label], _byIdentity[identity]) = (identity, label);
    }

    public bool Knows(string identity) => _byIdentity.ContainsKey(identity);

    /// <param name="name">The program's.</param>
    /// <param name="identity">By which it is known again.</param>
    /// <param name="isHeld">Whether a family with this label is there now.</param>
    public string Of(string name, string identity, Func<string, bool> isHeld)
    {
        if (_byIdentity.TryGetValue(identity, out var known) && !isHeld(known))
            return known;
        var plain = Plain(name);
        for (var number = 1; ; number++)
        {
            var label = number == 1 ? plain : $"{plain}-{number}";
            if (isHeld(label))
                continue;
            if (_holders.Count >= Most)
            {
                _holders.Clear();
                _byIdentity.Clear();
            }
            // A name that was another's goes over to this one.
            if (_holders.Remove(label, out var before))
                _byIdentity.Remove(before);
            (_holders[label], _byIdentity[identity]) = (identity, label);
            return label;
        }
    }

    private static string Plain(string name)
    {
        var letters = name.Take(Longest).Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '_' or '-' or '+' ? letter : '_');
        return string.Concat(letters) is { Length: > 0 } plain ? plain : "_";
    }
}
