using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Reports.Ps;

/// <summary>How the PSS of families and of their members changed from look to look.</summary>
internal sealed class PssChanges
{
    /// <summary>By pid and start, as a pid alone is used again; a family has the key of its head, with a mark.</summary>
    private Dictionary<(bool Family, int Pid, long StartTicks), Seen> _seen = [];

    public void Note(IReadOnlyList<FamilySnapshot> families)
    {
        var now = new Dictionary<(bool, int, long), Seen>();
        foreach (var family in families)
        {
            now[Key(family)] = Next(Key(family), family.PssBytes);
            foreach (var member in family.Members)
                now[Key(member)] = Next(Key(member), member.Memory.PssBytes);
        }
        _seen = now;
    }

    /// <summary>Since the look before: empty where there was none, "-" where it was not read.</summary>
    public string SinceLast(FamilySnapshot family) => Text(_seen[Key(family)], seen => seen.Before);

    public string SinceLast(Member member) => Text(_seen[Key(member)], seen => seen.Before);

    /// <summary>Since the first look that saw it.</summary>
    public string SinceFirst(FamilySnapshot family) => Text(_seen[Key(family)], seen => seen.First);

    public string SinceFirst(Member member) => Text(_seen[Key(member)], seen => seen.First);

    private static (bool, int, long) Key(FamilySnapshot family) => Key(family.Head) with { Item1 = true };

    private static (bool, int, long) Key(Member member) => (false, member.Process.Pid, member.Process.StartTicks);

    private Seen Next((bool, int, long) key, long? pss) =>
        _seen.TryGetValue(key, out var before) ? new Seen(before.First, before.Now, pss, IsFirst: false) : new Seen(pss, pss, pss, IsFirst: true);

    private static string Text(Seen seen, Func<Seen, long?> since) => seen.IsFirst ? ""
        : seen.Now - since(seen) is not { } change ? "-"
        : change == 0 ? "0" : (change > 0 ? "+" : "") + Screen.Size(change);

    private readonly record struct Seen(long? First, long? Before, long? Now, bool IsFirst);
}
